"""What assistive technology is told: the roles, values and descriptions of drawn things, and what has just changed."""
