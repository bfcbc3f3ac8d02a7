from pages.shared import links, look
from pages.start import entries, question

links.incoming("start")
look.heading(question.title())
question.show()
entries.show(lessons=not question.ROUNDS.get().are_over)
