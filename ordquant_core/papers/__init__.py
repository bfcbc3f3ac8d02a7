"""What the papers published, as data: where each measure comes from and the examples they work through."""
