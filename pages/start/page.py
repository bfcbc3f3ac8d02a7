from pages.shared import links, look
from pages.start import entries, question

links.incoming("start")
look.heading("Twenty people rated a dialogue. Two systems guessed how.")
question.show()
entries.show()
