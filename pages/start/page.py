from pages.shared import links, look
from pages.start import entries, question

links.incoming("start")
look.heading(
    "Twenty people rated a dialogue. Two systems guessed how.",
    "Ratings run from −2 to 2. Blue is what the people said; the outlines are the two guesses.",
)
question.show()
entries.show()
