"""Experts: rules, grouped by what they know.

Owns   what to do in which situation; every act and every refusal with its reason.
Leaves the order among them (ladder), the numbers they compare (think).
"""
