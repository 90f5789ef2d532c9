#!/bin/sh
# What the grammar cannot read stays where it is.

# Loses the parser, in two ways at once.
hard_to_read() {
    case "$types" in
      $first\;*|*\;$first\;*|*\;$first)
        inside=1
    esac
    # a comment in between
    if [ "$1" = "--" ] && [ \( ! -h "$2" -a \
       -d "$2" \) ]; then
        nested() { :; }
    fi
}

# A bracket inside of a string ends nothing, wherever it stands.
trimmed() {
    echo "${names#
}"
}

# Can be read.
easy()
{
    echo easy
}

function last_one {
    easy
}
