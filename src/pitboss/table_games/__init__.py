"""The games of the house, a folder each: rules, sheet, solver, kernel, layout, guide."""
