"""The math lab: figures, charts, experiments and strategy cards for designers."""
