"""What solvers and simulators share: compiled code and its cache, random streams, engines, progress.

Numba is imported only here and in kernel modules, never at start-up.
"""
