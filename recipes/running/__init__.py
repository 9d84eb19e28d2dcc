"""How every recipe is run: settings, training, resumption, results."""
