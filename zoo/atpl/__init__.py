"""The models of Attentive Tensor Product Learning."""
