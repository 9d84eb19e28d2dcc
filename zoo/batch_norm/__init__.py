"""Networks with and without batch normalisation: for digits, for ImageNet."""
