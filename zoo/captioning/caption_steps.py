"""Word-by-word decoding with one captioner or several."""

from keras import ops

from keras_tpr.layers import up_to_first_end


class CaptionSteps:
    """The `next` function and cache that keras-hub's samplers ask for.

    Holds what does not depend on the step: features, tags and the first input
    of every member. The cache has one row a hypothesis and one column for each
    value of all states that change, so that a beam reorders it by one gather.

    Args:
        backbones: captioner backbones over one vocabulary. With several, their
            probabilities are averaged at every step.
        inputs: encoded inputs, a dict of tensors with leading axis `B`.
    """

    def __init__(self, backbones, inputs):
        self.members = [_Member(backbone, inputs) for backbone in backbones]

    def initial_cache(self):
        """`(B, n)`, the states before the first word."""
        return ops.concatenate([m.packed_start for m in self.members], -1)

    def log_probabilities(self, token_ids):
        """Of whole captions `(N, T)`, each up to and with its END, `(N,)`.

        `N` is `B`, or a multiple of it for several captions of each image.
        """
        logits = average_logits(
            [ops.cast(m.score(token_ids), "float32") for m in self.members]
        )
        chosen = ops.take_along_axis(logits, token_ids[..., None], axis=-1)
        log_probs = chosen[..., 0] - ops.logsumexp(logits, axis=-1)
        return ops.sum(
            ops.where(up_to_first_end(token_ids), log_probs, 0.0), axis=1
        )

    def next(self, prompt, cache, index):
        """`(logits, None, cache)` after the word before `index`.

        `prompt[:, 0]` is a fill value: at index 1 the members read their
        first input.
        """
        words = ops.maximum(ops.take(prompt, index - 1, axis=1), 0)
        logits, packed, begin = [], [], 0
        for member in self.members:
            part = cache[:, begin : begin + member.width]
            begin += member.width
            scores, state = member.step(words, part, index)
            logits.append(ops.cast(scores, "float32"))
            packed.append(state)
        return average_logits(logits), None, ops.concatenate(packed, -1)


def average_logits(logits):
    """The logarithm of the mean of the members' probabilities."""
    if len(logits) == 1:
        return logits[0]
    log_probs = [x - ops.logsumexp(x, -1, keepdims=True) for x in logits]
    return ops.logsumexp(ops.stack(log_probs), axis=0) - ops.log(
        float(len(logits))
    )


class _Member:
    """One captioner's states, packed."""

    def __init__(self, backbone, inputs):
        self.decoder = backbone.decoder
        self.features, self.tags = backbone.encode(inputs)
        start = self.decoder.initial_state(self.features, self.tags)
        self.first = self.decoder.first_input(self.features, self.tags)
        constant = self.decoder.constant_states
        self.constants = {i: start[i] for i in constant}
        self.moving = [i for i in range(len(start)) if i not in constant]
        self.sizes = self.decoder.cell.state_size
        self.width = sum(self.sizes[i] for i in self.moving)
        self.packed_start = ops.concatenate(
            [start[i] for i in self.moving], axis=-1
        )

    def score(self, token_ids):
        """Logits of every position of whole captions, `(N, T, V)`."""
        rows = ops.shape(token_ids)[0] // ops.shape(self.first)[0]
        read = {"features": self.features}
        if self.tags is not None:
            read["tags"] = self.tags
        read = {k: ops.repeat(v, rows, axis=0) for k, v in read.items()}
        return self.decoder(token_ids, **read)

    def step(self, words, packed, index):
        rows = ops.shape(words)[0] // ops.shape(self.first)[0]
        embedded = self.decoder.embed(words)
        inputs = ops.where(
            ops.equal(index, 1), ops.repeat(self.first, rows, 0), embedded
        )
        outputs, states = self.decoder.cell(inputs, self._unpack(packed, rows))
        fillers = self.decoder.to_fillers(outputs)
        moved = ops.concatenate([states[i] for i in self.moving], axis=-1)
        return self.decoder.logits(fillers), moved

    def _unpack(self, packed, rows):
        states, begin = {}, 0
        for i in self.moving:
            states[i] = packed[:, begin : begin + self.sizes[i]]
            begin += self.sizes[i]
        for i, value in self.constants.items():
            states[i] = ops.repeat(value, rows, axis=0)
        return [states[i] for i in range(len(self.sizes))]
