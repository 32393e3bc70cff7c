"""Cards, money, odds, the shoe, errors: what every other room uses and what uses none of them."""
