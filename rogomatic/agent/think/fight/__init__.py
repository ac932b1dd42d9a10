"""Calculations about fights: odds, options, and their costs."""
