"""Where the names of shell scripts lead."""

from __future__ import annotations

import pytest

from tests.index.link_trees import leads


def lead(*lines: str, **others: str) -> list[str]:
    sources = {"main.sh": "\n".join(lines)}
    return leads(sources | {f"{name}.sh": text for name, text in others.items()})


def test_a_variable_belongs_to_the_file_and_means_its_first_assignment() -> None:
    found = lead(
        "set_it() { level=1; }",
        "level=2",
        'show() { echo "$«level»" "${«level»:-0}" $((«level» + 1)); }',
        "«level»=3",
    )
    assert found == [
        "level -> main.sh:1 scope",
        "level -> main.sh:1 scope",
        "level -> main.sh:1 scope",
        "level -> main.sh:1 scope",
    ]


def test_a_local_variable_hides_that_of_the_file() -> None:
    found = lead(
        "name=1",
        "f() {",
        "  local name=2 other",
        "  name=3; read -r other",
        '  echo "$«name»" $«other»',
        "}",
        "echo $«name» $«other»",
    )
    assert found == [
        "name -> local:3",
        "other -> local:3",
        "name -> main.sh:1 scope",
        "other -> outside other",
    ]


def test_functions_and_variables_have_names_apart() -> None:
    found = lead("log=/tmp/x", "log() { echo $1 >> $«log»; }", "«log» text", 'echo "$(«log» a)"')
    assert found == [
        "log -> main.sh:1 scope",
        "log -> main.sh:2 scope",
        "log -> main.sh:2 scope",
    ]


def test_sourced_scripts_are_known_and_what_they_source() -> None:
    found = lead(
        ". ./lib.sh",
        "«helper» $«LIMIT» $«deep»",
        lib="source deeper.sh\nhelper() { :; }\nLIMIT=3",
        deeper="deep=1",
        unrelated="helper() { :; }\nLIMIT=4",
    )
    assert found == [
        "helper -> lib.sh:2 import",
        "LIMIT -> lib.sh:3 import",
        "deep -> deeper.sh:1 import",
    ]


def test_other_scripts_are_known_by_name() -> None:
    found = lead(
        "«once»; «twice»; «cp» a b; «unknown»",
        one="once() { :; }\ntwice() { :; }",
        two="twice() { :; }\ncp() { :; }",
    )
    assert found == [
        "once -> one.sh:1 name",
        "twice -> one.sh:2 | two.sh:1 candidates",
        "cp -> outside cp",
        "unknown -> outside unknown",
    ]


def test_what_commands_and_loops_assign() -> None:
    found = lead(
        "for item in a b; do echo $«item»; done",
        "while read -r line rest; do echo $«line» $«rest»; done",
        'getopts "ab:" flag; mapfile -t rows; printf -v text %s x',
        "echo $«flag» ${«rows»[0]} $«text»",
        "f() { declare -g shared=1; }; echo $«shared»",
        "MODE=fast run; echo $«MODE»",
    )
    assert found == [
        "item -> local:1",
        "line -> local:2",
        "rest -> local:2",
        "flag -> main.sh:3 scope",
        "rows -> local:3",
        "text -> main.sh:3 scope",
        "shared -> main.sh:5 scope",
        "MODE -> outside MODE",
    ]


def test_a_command_that_is_a_value_leads_nowhere_but_its_variable_does() -> None:
    assert lead("tool=ls", "$«tool» -l", "tool() { :; }") == [
        "tool -> main.sh:1 scope",
    ]


@pytest.mark.hostile
def test_deep_and_long_scripts_take_little_time() -> None:
    lead("echo " + "$(a " * 1_000 + ")" * 1_000)
    lead("\n".join(f"v{at}=$v{at - 1}; f{at} a" for at in range(5_000)))


def test_a_variable_of_a_loop_means_its_own_loop_and_nothing_elsewhere() -> None:
    found = lead(
        "for d in a b; do echo $«d»; done",
        "f() { while read -r d; do echo $«d»; done; }",
        "for d in c; do echo $«d»; done",
        other="echo $«d»",
    )
    assert found == ["d -> local:1", "d -> local:2", "d -> local:3", "d -> outside d"]
