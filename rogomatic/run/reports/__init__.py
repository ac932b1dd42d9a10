"""What runs amount to: statistics, comparisons, tables, pictures, and the report with its page's `assets`."""
