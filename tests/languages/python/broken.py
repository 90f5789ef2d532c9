"""What the parser cannot read is counted, and the rest is found."""


def before():
    return 1


class Broken:
    def method(self):
        x = = 2

    def next(self): return 2


def after():
    return 1 +


$ not python ?

def last(): ...
