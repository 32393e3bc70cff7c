"""The whole room in one process under a seeded scheduler, with every fault there is."""
