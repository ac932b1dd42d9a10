"""What runs amount to: statistics, comparisons, tables, pictures, reports."""
