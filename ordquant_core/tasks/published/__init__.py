"""The folder of a published task: its `task.json`, its files, and the task that they make."""
