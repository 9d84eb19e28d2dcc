"""Batch normalisation in float64, written from the equations."""

import numpy as np


def normalize(x, gamma, beta, epsilon, axes=None):
    """Algorithm 1: outputs, mean and biased variance; axes of the batch."""
    axes = tuple(range(x.ndim - 1)) if axes is None else axes
    mean = x.mean(axis=axes, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=axes, keepdims=True)
    outputs = gamma * (x - mean) / np.sqrt(variance + epsilon) + beta
    return outputs, mean, variance


def gradients(x, gamma, epsilon, upstream):
    """Section 3 of the paper: gradients of `x` `(m, C)`, gamma and beta."""
    m = len(x)
    mean, variance = x.mean(axis=0), x.var(axis=0)
    deviation = np.sqrt(variance + epsilon)
    normalized = upstream * gamma
    d_variance = (normalized * (x - mean)).sum(axis=0) * -0.5 / deviation**3
    d_mean = -normalized.sum(axis=0) / deviation
    d_mean += d_variance * -2.0 * (x - mean).mean(axis=0)
    d_x = normalized / deviation + (d_variance * 2.0 * (x - mean) + d_mean) / m
    d_gamma = (upstream * (x - mean) / deviation).sum(axis=0)
    return d_x, d_gamma, upstream.sum(axis=0)
