"""What the hold'em games share: the solver, its kernels, and what choices are worth."""
