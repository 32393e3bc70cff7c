"""Compiled hands, hand types and house ways; the readable twins are one level up."""
