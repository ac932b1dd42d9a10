"""Reports on runs: statistics, comparisons, tables, pictures, pages."""
