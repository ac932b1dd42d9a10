"""Experiments with learning: does a memory help, and does it follow when the monsters change?"""
