"""The files of a task: verdicts, questions, repairs, the order of the classes, decisions and downloads."""
