from pages.shared import links, look
from pages.start import entries, question

links.incoming("start")
look.heading(question.title())
question.show()
rounds = question.ROUNDS.get()
entries.show(lessons=not rounds.are_over, initial=not rounds.before)
