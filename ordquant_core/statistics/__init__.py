"""Arrays in, numbers out: nothing here knows of measures or tasks."""
