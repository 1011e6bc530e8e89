"""Sentences about the machine: English where they are made, the reader's language on pages.

What goes wrong with cameras, pins and files is told in many places and ends in logs, on
terminals and on the host's page. So a sentence is an English `str` that also knows how it
was made, and a catalogue has the other language's template for each English one, as gettext
has; one without facts is its own template. What the system says within it ("No space left on
device") stays as it is.
"""

from collections.abc import Mapping


class Sentence(str):
    """An English sentence that knows its template and facts.

    Args:
        template: English, with names of facts in braces.
        facts: what stands in their place; a fact may be a sentence, too.

    """

    __slots__ = ("facts", "template")

    template: str
    facts: Mapping[str, str]

    def __new__(cls, template: str, facts: Mapping[str, str]) -> "Sentence":
        """Write the sentence."""
        made = super().__new__(cls, template.format_map(facts))
        made.template, made.facts = template, facts
        return made

    def __str__(self) -> str:
        """Return the sentence itself: so `str(error)` keeps what an error was made with."""
        return self


def sentence(template: str, **facts: object) -> Sentence:
    """Return an English sentence; its template is a key of each language's catalogue."""
    return Sentence(template, {name: str(fact) for name, fact in facts.items()})


def in_words_of(catalogue: Mapping[str, str], text: str) -> str:
    """Return a text in a catalogue's language, and in English as far as that has none."""
    if not isinstance(text, Sentence):
        return catalogue.get(text, text)
    facts = {name: in_words_of(catalogue, fact) for name, fact in text.facts.items()}
    return catalogue.get(text.template, text.template).format_map(facts)
