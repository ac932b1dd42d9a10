"""What runs amount to: statistics, comparisons, tables, pictures, the report.

`assets` holds the style of the report's page and the script that plays games in it.
"""
