"""Making levels: rooms, passages, and what is put into them."""
