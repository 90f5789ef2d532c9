"""Credentials are known by the kind of their file, or by the form of a value."""

from __future__ import annotations

import base64
import os
import random
import re
import string
import time
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from secrets_trial import made_up, private_key

from sphinx_filedocs.source import content, git
from sphinx_filedocs.source.credentials import (
    MASK,
    holds_credential,
    kind_of,
    masked,
    tokens,
    value_forms,
)
from sphinx_filedocs.source.discover import discover
from tests.full import examples
from tests.tables import Table

from .conftest import Repository

TABLE = Table(__file__)

#: The same in each run.
_CHANCE = random.Random(7)  # noqa: S311
_UUID = "01234567-89ab-cdef-0123-456789abcdef"
#: The letters of a part of a token, and what it ends with, so that all kinds of letters are in it.
_PARTS = {
    "": (string.ascii_letters + string.digits, "Ab7"),
    "hex": ("0123456789abcdef", "ab7"),
    "low": (string.ascii_lowercase + string.digits, "xb7"),
    "up": (string.ascii_uppercase + string.digits, "XB7"),
    "base32": (string.ascii_uppercase + "234567", "XB7"),
    "alpha": (string.ascii_letters, "xBc"),
    "digits": (string.digits, "127"),
    "bech32": ("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", "QP7"),
}


def _like(form: str) -> str:
    """Return a made-up value: ``{20:hex}`` stands for twenty hexadecimal digits, and a ``+`` keeps
    this file free of tokens."""

    def part(match: re.Match[str]) -> str:
        letters, end = _PARTS[match[2] or ""]
        chance = random.Random(f"{form} {match.start()}")  # noqa: S311 (the same in each run)
        return "".join(chance.choices(letters, k=int(match[1]) - 3)) + end

    return re.sub(r"\{(\d+):?(\w*)\}", part, form.replace("+", ""))


_HEX_UUID = "{8:hex}-{4:hex}-{4:hex}-{4:hex}-{12:hex}"
#: A token of each form, as its issuer writes it.
_TOKENS = {
    "AWS access key": "AK+IA{16:base32}",
    "AWS Bedrock key": "AB+SK{120}",
    "GitHub token": "gh+p_{36}",
    "GitHub fine-grained token": "github+_pat_{22}_{59}",
    "GitLab token": "gl+pat-{20}",
    "GitLab registration token": "GR134+8941{20}",
    "Atlassian token": "AT+ATT3{186}",
    "Bitbucket password": "AT+BB{32}",
    "npm token": "np+m_{36}",
    "PyPI token": "py+pi-AgEIcHlwaS5vcmc{120}",
    "RubyGems token": "ruby+gems_{48:hex}",
    "crates.io token": "ci+o{32}",
    "Clojars token": "CLO+JARS_{60:hex}",
    "Docker Hub token": "dckr+_pat_{27}",
    "JFrog key": "AK+Cp{69}",
    "Google API key": "AI+za{35}",
    "Google client secret": "GOC+SPX-{28}",
    "Google access token": "ya+29.{100}",
    "DigitalOcean token": "dop+_v1_{64:hex}",
    "Alibaba access key": "LT+AI{20}",
    "Heroku key": "HR+KU-AA{58}",
    "Fly.io token": "fm+2_{200}",
    "Netlify token": "nf+p_{36}",
    "Supabase token": "sb+p_{40:hex}",
    "Supabase key": "sb+_secret_{22}_{8}",
    "PlanetScale token": "pscale+_tkn_{43}",
    "Pulumi token": "pu+l-{40:hex}",
    "Prefect token": "pn+u_{36}",
    "Databricks token": "da+pi{32:hex}-2",
    "Doppler token": "dp+.pt.{43}",
    "Dynatrace token": "dt0+c01.{24:up}.{64:up}",
    "HashiCorp Vault token": "hv+s.{95}",
    "OpenShift token": "sha+256~{43}",
    "Tailscale key": "tskey+-auth-{12}CNTRL-{32}",
    "1Password token": "op+s_eyJ{400}",
    "Grafana token": "gl+sa_{32}_{8:hex}",
    "Grafana Cloud token": "gl+c_eyJ{100}==",
    "New Relic key": "NR+AK-{27:up}",
    "Sentry token": "sntr+ys_eyJ{120}=_{43}",
    "Sentry user token": "sntr+yu_{64:hex}",
    "SonarQube token": "sq+p_{40:hex}",
    "Sourcegraph token": "sg+p_{16:hex}_{40:hex}",
    "Buildkite token": "bk+ua_{40:hex}",
    "CircleCI token": "CCI+PAT_{22}_{40:hex}",
    "Octopus Deploy key": "AP+I-{26:up}",
    "Infracost key": "ic+o-{32}",
    "Scalingo token": "tk+-us-{48}",
    "Slack token": "xo+xb-{12:digits}-{12:digits}-{24}",
    "Slack app token": "xa+pp-1-A{10:up}-{13:digits}-{64:hex}",
    "Linear key": "lin+_api_{40}",
    "Linear token": "lin+_oauth_{64:hex}",
    "Notion token": "nt+n_{11:digits}{35}",
    "Figma token": "fi+gd_{40}",
    "Postman key": "PM+AK-{24:hex}-{34:hex}",
    "Contentful token": "CF+PAT-{43}",
    "Typeform token": "tf+p_{44}_{14}",
    "ReadMe key": "rd+me_{70:low}",
    "Frame.io token": "fi+o-u-{64}",
    "Apify token": "apify+_api_{36}",
    "Adobe client secret": "p8+e-{32}",
    "Stripe key": "sk+_live_{24}",
    "Stripe webhook secret": "wh+sec_{32}",
    "Square token": "sq0+atp-{22}",
    "Square secret": "sq0+csp-{43}",
    "Shopify token": "shp+at_{32:hex}",
    "Shippo token": "shippo+_live_{40:hex}",
    "EasyPost key": "EZ+AK{54}",
    "Duffel token": "duffel+_live_{43}",
    "Flutterwave key": "FLW+SECK-{32:hex}-X",
    "Plaid token": f"access+-production-{_HEX_UUID}",
    "HubSpot token": f"pat+-na1-{_HEX_UUID}",
    "SendGrid key": "S+G.{22}.{43}",
    "Brevo key": "xkey+sib-{64:hex}-{16}",
    "Resend key": "r+e_{8}_{24}",
    "Mapbox secret token": "s+k.eyJ{80}.{22}",
    "Dropbox token": "s+l.{140}",
    "Twilio key": "S+K{32:hex}",
    "OpenAI key": "sk+-proj-{40}T3Blbk+FJ{40}",
    "Anthropic key": "sk+-ant-api03-{95}",
    "OpenRouter key": "sk+-or-v1-{64:hex}",
    "Hugging Face token": "h+f_{34:alpha}",
    "Groq key": "gs+k_{52}",
    "xAI key": "xa+i-{80}",
    "Perplexity key": "pp+lx-{48}",
    "Replicate token": "r+8_{37}",
    "LangSmith key": "lsv+2_pt_{32:hex}_{10:hex}",
    "Pinecone key": "pc+sk_{6}_{63}",
    "age key": "AGE-SECRET+-KEY-1{58:bech32}",
    "AWS temporary token": "IQoJb3+JpZ2lu{300}",
}
#: What stands around those that are known by it, with the form of the value.
AROUND = {
    "AWS secret access key": ('aws_secret_access_key = "%"', "{40}"),
    "AWS session token": ("AWS_SESSION_TOKEN=%", "{300}"),
    "Google refresh token": ("%", "1/+/0g{93}"),
    "Azure client secret": ("%", "abc8+Q~{34}"),
    "Azure access signature": ("https://x.example/c?sv=2022-11-02&sig=%", "{43}="),
    "Azure access key": ("Endpoint=sb://x.example/;SharedAccessKey=%;EntityPath=e", "{43}="),
    "Azure storage key": ("DefaultEndpointsProtocol=https;AccountKey=%;", "{86}=="),
    "Azure DevOps token": ("%", "{76}AZ+DO{4}"),
    "JSON web token": ("%", "ey+J{20}.ey+J{60}.{43}"),
    "password in an address": ("postgresql://ada:%@db:5432/shop", "{14}"),
    "header of authorization": ('"Authorization: Bearer %"', "{32}"),
    "header of basic authorization": (
        "Authorization: Basic %",
        base64.b64encode(b"ada:Xy7" + b"tuvw12").decode(),
    ),
    "password of a command": ("curl -u ada:% https://x.example", "{14}"),
    "password of a network client": ("machine x login ada password %", "{14}"),
    "Slack webhook": ("https://hooks.slack.com/services/T0ABCDEF1/B0ABCDEF1/%", "{24}"),
    "Discord webhook": ("https://discord.com/api/webhooks/123456789012345678/%", "{68}"),
    "Microsoft Teams webhook": (
        f"https://x.webhook.office.com/webhookb2/{_UUID}@{_UUID}/IncomingWebhook/%",
        f"{{32:hex}}/{_HEX_UUID}",
    ),
    "Telegram token": ("%", "{10:digits}:+AA{33}"),
    "Mailchimp key": ("%", "{32:hex}-+us12"),
    "MaxMind key": ("%", "{6}_{29}_+mmk"),
    "Airtable token": ("%", "pa+t{14}.{64:hex}"),
    "Cloudflare key": ("%", "v1+.0-{24:hex}-{146:hex}"),
    "Harness token": ("%", "pa+t.{22}.{24}.{20}"),
    "HCP Terraform token": ("%", "{14}.atlas+v1.{67}"),
}
#: A value of each form, made when the test runs.
VALUES = {
    name: _like(form)
    for name, form in (*_TOKENS.items(), *((name, form) for name, (_, form) in AROUND.items()))
}


def _text(name: str) -> str:
    around, _ = AROUND.get(name, ("key: % # mine", ""))
    return f"# Settings\n{around.replace('%', VALUES[name])}\n"


def test_every_form_has_a_value() -> None:
    assert VALUES.keys() == {*tokens(), *(form.name for form in value_forms())}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_masked_and_nothing_else(name: str) -> None:
    value, text = VALUES[name], _text(name)
    shown, found = masked(text)
    assert found == ((name, 2),)
    assert shown == text.replace(value, MASK * len(value))


@pytest.mark.parametrize(
    ("begin", "marks", "length"),
    [("whsec+_", "+/", 32), ("fm2+_", "+/", 100), ("glpat+-", "_-", 20), ("GOCSPX+-", "_-", 28)],
)
@given(st.data())
def test_marks_may_stand_anywhere_in_a_value(
    begin: str, marks: str, length: int, data: st.DataObject
) -> None:
    letters = list(_like(f"{{{length}}}"))
    for at in data.draw(st.sets(st.integers(0, length - 4), max_size=5)):
        letters[at] = data.draw(st.sampled_from(marks))
    value = begin.replace("+", "") + "".join(letters)
    assert masked(f"x: {value}\n")[0] == f"x: {MASK * len(value)}\n"


#: Of these a part that ends at a mark has the form, too.
_IN_PARTS = {"Databricks token", "Grafana Cloud token", "Slack token", "Typeform token"}


@pytest.mark.parametrize("name", sorted(VALUES.keys() - _IN_PARTS))
def test_a_value_as_a_part_of_more_is_none(name: str) -> None:
    text = _text(name).replace(VALUES[name], VALUES[name] + made_up("", 9000))
    assert masked(text) == (text, ())


#: Those whose beginning is no more than letters, as they may stand in a word.
_LETTERS_ALONE = ["AWS access key", "Google API key", "Databricks token", "EasyPost key", "age key"]


@pytest.mark.parametrize("name", _LETTERS_ALONE)
def test_a_value_as_the_end_of_a_word_is_none(name: str) -> None:
    text = f"x{VALUES[name]}"
    assert masked(text) == (text, ())


def test_data_in_base64_holds_none() -> None:
    """Nor does it in an address, where two letters are others."""
    data = base64.b64encode(_CHANCE.randbytes(examples(2_000_000))).decode()
    for text in (data, data.replace("+", "-").replace("/", "_")):
        for width in (76, len(text)):
            lines = "\n".join(text[at : at + width] for at in range(0, len(text), width))
            assert masked(lines)[1] == ()


def _escaped(value: str, form: str) -> str:
    """Return a value with its letters that an escape may stand for in that form."""
    marks = {letter for letter in value if not letter.isalnum()} or {value[0]}
    return "".join(
        form.format(ord(letter), letter) if letter in marks else letter for letter in value
    )


_BEFORE = st.sampled_from(
    [
        "export X=",
        "ENV X=",
        "?t=",
        "Credential=",
        "\\n",
        "\\t",
        "\\\\n",
        "\\x1b[31m",
        "\x1b[1;31m",
        "%20",
        "%3D",
        "%253D",
        "\\u003d",
        "\\u{3d}",
        "\\75",
        "&#61;",
        "&#x3d;",
        "&quot;",
        "&amp;equals;",
        "\\033[0m",
    ]
)
_AFTER = st.sampled_from(
    ["", "/2026", "\\n", "\x1b[0m", "\\u001b[0m", "%26x", "&amp;x=1", "&#10;", '"', "'", ")"]
)
_FORMS = st.sampled_from(
    [
        "\\u{0:04x}",
        "\\x{0:02x}",
        "%{0:02X}",
        "%25{0:02X}",
        "&#{0};",
        "&#x{0:x};",
        "\\\\u{0:04x}",
        "{1}",
        "\x1b[1m{1}",
        "\\x1b[0m{1}",
        "\\U{0:08x}",
        "\\u{{{0:x}}}",
    ]
)
#: Of these nothing in front tells what they are.
_ALONE = sorted(name for name in VALUES if AROUND.get(name, "%")[0] == "%")


@given(st.sampled_from(_ALONE), _BEFORE, _AFTER, _FORMS)
def test_a_value_is_seen_behind_escapes_and_written_in_them(
    name: str, before: str, after: str, form: str
) -> None:
    text = f"a {before}{_escaped(VALUES[name], form)}{after}\nb"
    hidden, known = masked(text)
    assert name in {secret.name for secret in known}, text
    assert len(hidden) == len(text)
    assert hidden.count("\n") == 1
    plain = [part for part in VALUES[name].replace("_", "-").split("-") if len(part) > 15]
    assert not any(part in hidden for part in plain)


#: What may stand around a value in files of every kind; "@@" is the value.
_SURROUNDINGS = (
    *("export X=@@", "ENV X @@", "ARG X=@@", "setx X @@", "set X=@@\n", "X=@@ make", "+X=@@"),
    *("aws configure set x @@", 'os.environ["X"] = "@@"', "ENV['X'] = '@@'", '$env:X = "@@"'),
    *("process.env.X = `@@`", "process.env['X']='@@'", 'os.Setenv("X", "@@")', 'b"@@"', "rb'@@'"),
    *('f"{x}@@{y}"', '"""@@"""', "'@@'", '"@@"', "`@@`", "“@@”", "«@@»", "(@@)", "[@@]", "<@@>"),
    *("- name: X\n  value: @@", "- value: '@@'\n  kind: y\n  name: X", "X: @@", "- X=@@", "? @@"),
    *('{"name": "X", "value": "@@"}', '{"value":"@@","type":"y","name":"X"}', r"{\"a\":\"@@\"}"),
    *("a.b = @@", "a.b: @@", '[a]\nx = "@@"', '<add key="x" value="@@"/>', "<x>@@</x>", "x|@@|y"),
    *("kind: Secret\nstringData:\n  x: @@", "environment:\n  - X=@@", "env:\n  X: ${{ '@@' }}"),
    *("curl -H 'X-Key: @@'", "curl -u me:@@ x", 'curl -d "x=@@"', "Cookie: x=@@; y", "See @@."),
    *("https://h.example/p?t=@@", "https://h.example/p?a=b&t=@@&u=1", "x#t=@@", "t=@@&amp;u=1"),
    *("Credential=@@,2026", "**@@**", "x_ @@", "~@@~", "$@@", "#@@", "!@@", "\ufeff@@", "\u00a0@@"),
    *("ä@@", "密钥@@密钥", "🔑@@", "@@ä", r"\\@@", r"\texttt{@@}", "@@\r\n", "> @@", ":t:`@@`"),
    *(r"\n@@\n", r"\t@@", r"\x1b[31m@@\x1b[0m", "\x1b[1;31m@@\x1b[0m", "a%20@@", "a%3D@@%26"),
    *(r"a\u003d@@", "a&#61;@@", "&quot;@@&quot;", "a%253D@@", r"\075@@", "&nbsp;@@&lt;", r"\\n@@"),
)


@settings(max_examples=examples(400))
@given(st.sampled_from(sorted(VALUES)), st.sampled_from(_SURROUNDINGS))
def test_a_value_is_masked_whatever_stands_around_it(name: str, around: str) -> None:
    inner, _ = AROUND.get(name, ("%", ""))
    text = around.replace("@@", inner.replace("%", VALUES[name]))
    hidden, known = masked(text)
    assert name in {secret.name for secret in known}, text
    assert VALUES[name] not in hidden


_JOINTS = (
    *('" "', '" + "', "' + '", "' . '", "' .. '", "' || '", '" & "', '"\n    "', '" +\n  "'),
    *('" \\\n  "', '"\n  + "', '"+"', '" f"', '" b"', "\\\n", "\\\n    "),
)


@given(st.sampled_from(sorted(_TOKENS)), st.sampled_from(_JOINTS), st.integers(1, 19))
def test_a_value_in_several_strings_is_masked_in_each(name: str, joint: str, at: int) -> None:
    quote = joint[0] if joint[0] in "\"'" else '"'
    # What is added is added between letters.
    first, second = VALUES[name][:at], VALUES[name][at:]
    text = f"x = {quote}{first}{joint}{second}{quote}\n"
    assume(first[-1] not in "~:" and second[0] not in "~:")
    hidden, known = masked(text)
    assert name in {secret.name for secret in known}, text
    assert hidden == f"x = {quote}{MASK * len(first)}{joint}{MASK * len(second)}{quote}\n"


@pytest.mark.parametrize("text", ["kind: Secret\ndata:\n  x: {}\n", "\n\nx = '{}'\n", "\n\n{}"])
@pytest.mark.parametrize("name", VALUES)
def test_a_value_in_base64_is_masked(name: str, text: str) -> None:
    """Nothing is hidden by that from who reads it, whatever stands around it."""
    for value in (_text(name), VALUES[name]) if name in _TOKENS else (_text(name),):
        data = base64.b64encode(value.encode()).decode()
        hidden = text.format(MASK * len(data))
        assert masked(text.format(data)) == (hidden, ((name, 3),))


@pytest.mark.parametrize("begin", ["x_", "-", "-p", "mysql -p", "my.", "core"])
@pytest.mark.parametrize("name", ["GitHub token", "GitLab token", "npm token", "Stripe key"])
def test_what_stands_in_front_of_a_word_of_an_issuer_is_nothing(begin: str, name: str) -> None:
    assert masked(begin + VALUES[name])[1] == ((name, 1),)


@pytest.mark.parametrize(
    "shown", ["ghp\\_", "ghp&lowbar;", "ghp&#95;", "\\u0067hp_", "gh\\x70_", "ghp%5F"]
)
def test_what_a_page_would_decode_is_masked(shown: str) -> None:
    token = VALUES["GitHub token"]
    assert masked(token.replace("ghp_", shown))[1] == (("GitHub token", 1),)


def _masked_key(text: str) -> str:
    """Return a text without the key in it."""
    return masked(text.format(VALUES["AWS secret access key"]))[0].replace(MASK * 40, "MASKED")


def test_a_value_that_its_name_tells() -> None:
    TABLE.check("named", _masked_key)


@pytest.mark.parametrize("length", [32, 40, 48, 64, 128])
@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer %",
        'headers["Authorization"] = "Bearer " + "%"',
        '{"key": "Authorization", "value": "token %"}',
        "proxy_set_header Authorization 'Bearer %';",
        "- name: authorization\n  value: Bearer %",
    ],
)
def test_a_header_with_a_value_as_programs_make_them(text: str, length: int) -> None:
    value = _like(f"{{{length}:hex}}")
    assert value not in masked(text.replace("%", value))[0]


@pytest.mark.parametrize("password", ["hunter2", "s3cr3t!", "Xy7tuvw12", "9a8b7c6d", "a%401b2c"])
@pytest.mark.parametrize(
    "text",
    [
        "postgres://app:%@db/x",
        "amqps://app:%@mq.internal:5671/v",
        "redis://:%@cache:6379/0",
        "mongodb+srv://app:%@c0.abcde.mongodb.net/?w=1",
        "git+https://ada:%@git.internal/x.git",
    ],
)
def test_a_password_in_an_address_that_is_no_word(text: str, password: str) -> None:
    assert password not in masked(text.replace("%", password))[0]


def test_an_image_that_holds_a_credential_is_masked() -> None:
    remark = b"\x89PNG\r\n\x1a\n" + b"tEXtComment\0" + VALUES["GitHub token"].encode() + b"\0" * 60
    data = base64.encodebytes(remark).decode()
    for text in (data, data.replace("\n", "\\n"), data.replace("\n", "")):
        hidden, known = masked(f'{{"image/png": "{text}"}}')
        assert [secret.name for secret in known][:1] == ["image with a credential"]
        assert text[:40] not in hidden
    assert holds_credential(remark)
    clean = base64.b64encode(b"\x89PNG\r\n\x1a\n" + _CHANCE.randbytes(5000)).decode()
    assert masked(clean) == (clean, ())


@pytest.mark.parametrize(
    "text",
    [
        # Amazon's documentation has these.
        "AKIA" + "IOSFODNN7EXAMPLE",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
        "ghp_" + "x" * 36,
        "ghp_" + "0" * 36,
        "github_pat_<22 letters>_<59 letters>",
        "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
        "xoxb-" + "123456789012-1234567890123-" + "x" * 24,
        "sk_live_...",
        "sk_test_" + "4eC39HqLyjWDarjtT1zdp7dc",
        "AKIA",
        "npm_config_registry=https://registry.npmjs.org/",
        "npm_package_config_a_long_name_of_some_option",
        "aws_secret_access_key = os.environ['AWS_SECRET_ACCESS_KEY']",
        "secret_access_key: da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "https://user:password@example.org/",
        "postgresql://user:${DB_PASSWORD_2}@db/shop",
        "redis://:<Password123>@db",
        "Authorization: Bearer $TOKEN",
        "Authorization: Bearer <your token 1>",
        "Authorization: Bearer YOUR_TOKEN_GOES_HERE_1",
        "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
        f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{made_up('', 43)}",
        "task_live_performanceindicators",
        "hf_hub_download hf_model_weights_loader_for_the_tests",
        "ACCAACCAACTTACCAACCA AKIAZ",
        "https://user:p4ssw0rd@example.org/ https://user:12345@x.org",
        "SG.name.of.a.module",
    ],
)
def test_an_example_is_none(text: str) -> None:
    assert masked(text) == (text, ())


def test_a_private_key_keeps_its_lines() -> None:
    text = f"before\n{private_key()}after\n"
    shown, found = masked(text)
    assert found == (("private key", 2),)
    lines = text.split("\n")
    begin, *data, end = lines[1:-2]
    assert shown.split("\n") == [
        "before",
        begin,
        *(MASK * len(line) for line in data),
        end,
        "after",
        "",
    ]


@pytest.mark.parametrize(
    ("before", "end", "after"),
    [
        ('{"private_key": "', "\\n", '"}'),
        ('char key[] =\n  "', '\\n"\n  "', '";'),
        ("KEY = (\n    '", "\\n' +\n    '", "')"),
        ("# ", "\n# ", "\n"),
        ("    ", "\r\n    ".replace("\r", ""), "\n"),
    ],
)
def test_a_private_key_in_a_string_or_a_comment(before: str, end: str, after: str) -> None:
    key = private_key("", 8, end)
    text = f"{before}{key}{after}"
    shown, found = masked(text)
    assert [secret.name for secret in found] == ["private key"]
    assert len(shown) == len(text)
    for line in key.split(end)[1:9]:
        assert line not in shown
        assert line[:16] not in shown
    # What is not of the key is as it was.
    for mark in (before, "-----BEGIN", "-----END", after, end):
        assert mark in shown


def test_the_headers_of_an_encrypted_key_stay() -> None:
    begin, rest = private_key().split("\n", 1)
    text = f"{begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n{rest}"
    shown, found = masked(text)
    assert len(found) == 1
    assert "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n" in shown


@pytest.mark.parametrize(
    "body",
    [
        "",
        "...",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ...",
        "X" * 64 + "\n" + "X" * 64,
        "<the key>",
        "' + key + '",
        "shorter+than+any+key==",
    ],
)
def test_the_frame_of_a_key_is_none(body: str) -> None:
    name = "PRIVATE" + " KEY-----"
    text = f"-----BEGIN {name}\n{body}\n-----END {name}\n"
    assert masked(text) == (text, ())
    only = f'assert line == "-----BEGIN RSA {name}"\n' * 2
    assert masked(only) == (only, ())


@pytest.mark.parametrize("end", ["\n", "\\n", '\\n"\n  "', "\n# "])
@pytest.mark.parametrize("after", ["", "\nand so on\n", "\n\nThe end."])
def test_a_key_without_an_end_is_masked_as_far_as_it_goes(end: str, after: str) -> None:
    lines = private_key("RSA ", 8, end).split(end)[:9]
    text = end.join(lines) + after
    hidden, known = masked(text)
    assert known == (("private key", 1),)
    assert not any(line in hidden for line in lines[1:])
    assert hidden.startswith(lines[0])
    assert hidden.endswith(after)


def test_a_key_of_putty_and_one_of_ssh2_are_known_in_any_file() -> None:
    lines = private_key().split("\n")[1:6]
    data = "\n".join(lines)
    mark = "SSH2 ENCRYPTED PRIVATE" + " KEY ----"
    putty = "PuTTY-User-Key-File-3: ssh-rsa\nComment: a\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 5\n"
    for text in (
        f"{putty}{data}\nPrivate-MAC: 0123456789\n",
        f'---- BEGIN {mark}\nComment: "a"\n{data}\n---- END {mark}\n',
    ):
        hidden, known = masked(text)
        assert [secret.name for secret in known] == ["private key"]
        assert not any(line in hidden for line in lines)


@pytest.mark.hostile
def test_texts_made_to_take_long_do_not() -> None:
    begin = "-----BEGIN RSA " + "PRIVATE KEY-----"
    texts = [
        begin * 20_000,
        begin + "\n" + "a" * 500_000,
        "sk-" + "a-" * 150_000 + "T3BlbkFJ",
        "xox" + "b-1" * 150_000,
        "secret_access_key" + " " * 250_000,
        "hooks.slack.com/services/T" + "A" * 250_000,
        "eyJ" * 150_000,
        "://a:" * 100_000,
        "secret access key " * 25_000,
        "Authorization: Bearer " * 25_000,
        "Private-Lines: 1\n" + "a" * 39 + "\n" * 250_000,
        "\\" * 500_000,
        "&amp;" * 100_000,
        "%25" * 150_000,
        "iVBORw0KGgo" * 50_000,
        "1//" * 150_000,
        "curl -u a:bcdef1 " * 25_000,
        'a" + "' * 100_000,
        'a"' + " " * 250_000,
        ("AKIA" + "A" * 16 + " ") * 15_000,
        "base64 " + ("A" * 28 + " ") * 15_000,
        "_a1B" * 125_000,
        "glc_eyJ" * 50_000,
    ]
    began = time.process_time()
    for text in texts:
        masked(text)
    # It takes two seconds; with the square of a length it would take minutes.
    assert time.process_time() - began < 15


_PIECES = st.sampled_from(
    [*VALUES.values(), private_key(), private_key("EC ", 2), "\n", " ", "=", '"', "é", "a", "KEY"]
)


@given(st.lists(_PIECES, max_size=8).map(" ".join))
def test_length_and_lines_stay(text: str) -> None:
    shown, found = masked(text)
    assert len(shown) == len(text)
    assert shown.count("\n") == text.count("\n")
    changed = [new for old, new in zip(text, shown, strict=True) if old != new]
    assert set(changed) <= {MASK}
    assert bool(changed) == bool(found)
    assert masked(shown) == (shown, ()), "what is masked is found no more"


# --- files ------------------------------------------------------------------------------------


KINDS = {
    ".env": "A=b",
    ".ENV": "A=b",
    ".env~": "A=b",
    "prod.env": "A=b",
    ".env.local": "A=b",
    "config/prod.env.old": "A=b",
    ".dev.vars": "A=b",
    ".python_history": "",
    ".node_repl_history": "",
    ".bash_history.1": "",
    "ConsoleHost_history.txt": "",
    "terraform.tfstate.1700000000.backup": "{}",
    "master.key": "0" * 32,
    "htpasswd": "ada:$apr1$x$y",
    "id_ed25519_work": private_key("OPENSSH "),
    "deploy_rsa": private_key(),
    ".terraformrc": 'credentials "app.terraform.io" {\n  token = "abc"\n}',
    "auth.json": '{"http-basic": {"example.org": {"password": "abc"}}}',
    ".m2/settings.xml": "<server><password>abc</password></server>",
    "sitemanager.xml": '<Pass encoding="base64">YWJj</Pass>',
    "id_rsa.bak": "",
    "terraform.tfstate": "{}",
    "infra/terraform.tfstate.backup": "{}",
    ".bash_history": "ls",
    "home/.zsh_history": "ls",
    ".psql_history": "SELECT 1",
    "config/master.key": "0123",
    "web/config/credentials/production.key": "0123",
    f"{VALUES['GitHub token']}.txt": "",
    f"a/{VALUES['AWS access key']}/b.txt": "",
    "app/.env.production": "export TOKEN=b",
    "id_rsa": "anything",
    "keys/id_ed25519": "",
    "deploy.pem": private_key(),
    "server.key": private_key("EC "),
    "a.ppk": "PuTTY-User-Key-File-3: ssh-ed25519",
    ".ssh/work": private_key("OPENSSH "),
    "cert.p12": "",
    "release.jks": "",
    ".npmrc": "//registry.npmjs.org/:_authToken=abc",
    ".pypirc": "[pypi]\npassword = abc",
    ".netrc": "machine example.org login ada password abc",
    "_netrc": "default login ada\n  password abc",
    "home/.aws/credentials": "[default]",
    ".git-credentials": "https://ada:abc@example.org",
    "site/.htpasswd": "ada:$apr1$x$y",
    ".docker/config.json": '{"auths": {"example.org": {"auth": "YWRh"}}}',
    ".kube/config": "users:\n- user:\n    client-key-data: YWRh",
    "kubeconfig": "    token: abc",
    ".pgpass": "localhost:5432:db:ada:abc",
    "my-service-account.json": '{"private_key": "-----BEGIN x"}',
    ".envrc": "export API_TOKEN=abc",
    ".yarnrc.yml": "npmAuthToken: abc",
}
NONE = {
    ".env.example": "A=b",
    ".env.local.template": "A=b",
    "example.env": "A=b",
    "prod.env": "",
    "main.tf": "",
    "master.key": "",
    "history": "",
    "id_map": "a",
    "auth.json": '{"type": "object"}',
    "browser_history.py": "",
    ".m2/settings.xml": "<server><password>${env.X}</password></server>",
    "env/x.py": "A=b",
    "environment.env.md": "A=b",
    ".env": "# nothing\n",
    "id_rsa.pub": "ssh-rsa AAAA",
    ".ssh/config": "Host example.org",
    "ca.pem": "-----BEGIN CERTIFICATE-----\nMIID",
    "song.key": "C major",
    ".npmrc": "registry=https://registry.npmjs.org/\nsave-exact=true\nalways-auth=true",
    "web/.npmrc": "//registry.npmjs.org/:_authToken=${NPM_TOKEN}",
    ".pypirc": "[distutils]\nindex-servers = pypi",
    ".netrc": "# none yet",
    ".htpasswd": "",
    ".docker/config.json": '{"credsStore": "pass"}',
    "config.json": '{"auth": "x"}',
    ".yarnrc.yml": "nodeLinker: node-modules",
    ".envrc": "use nix\nexport API_TOKEN=$(pass api)",
    "aws/credentials.py": "",
}


@pytest.mark.parametrize(("path", "text"), KINDS.items())
def test_files_that_hold_credentials(path: str, text: str) -> None:
    assert kind_of(path, text.encode)
    assert kind_of(path, lambda: text.encode("utf-16"))


@pytest.mark.parametrize(("path", "text"), NONE.items())
def test_files_that_hold_none(path: str, text: str) -> None:
    assert kind_of(path, text.encode) is None


def test_such_files_are_left_out_of_any_tree(repository: Repository, tmp_path: Path) -> None:
    files = {"a.py": "", ".env": "A=b\n", "tests/key.pem": private_key(), ".npmrc": "a=b\n"}
    repository.write(files)
    repository("add", "--all")
    plain = tmp_path / "plain"
    for path, text in files.items():
        (plain / path).parent.mkdir(parents=True, exist_ok=True)
        (plain / path).write_text(text)
    for root in (repository.root, plain):
        found = discover(root)
        assert [entry.path for entry in found.entries] == [".npmrc", "a.py"]
        assert found.credentials == (
            (".env", "environment file"),
            ("tests/key.pem", "file with a private key"),
        )
        found = discover(root, public=["tests/"])
        assert [entry.path for entry in found.entries] == [".npmrc", "a.py", "tests/key.pem"]
        assert len(found.credentials) == 1


def test_a_link_of_such_a_name_shows_only_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / ".env").symlink_to("/run/secrets/env")
    assert [entry.link for entry in discover(tmp_path).entries] == ["/run/secrets/env"]


def test_a_credential_in_a_name_is_masked_where_the_name_is_said(tmp_path: Path) -> None:
    token = VALUES["GitHub token"]
    (tmp_path / f"{token}.txt").write_text("")
    (tmp_path / "link").symlink_to(f"https://{token}")
    tree = discover(tmp_path)
    assert tree.credentials == ((f"{MASK * len(token)}.txt", "name that holds a credential"),)
    assert [entry.link for entry in tree.entries] == [f"https://{MASK * len(token)}"]
    assert len(discover(tmp_path, public=["*"]).entries) == 2


def test_a_branch_that_is_named_for_a_credential_is_its_commit(repository: Repository) -> None:
    repository.commit("a", {"a": ""})
    repository("checkout", "-q", "-b", f"try/{VALUES['GitHub token']}")
    assert git.branch(repository.root) == git.head(repository.root)


def test_a_file_that_can_not_be_read_is_no_trouble(ordinary_user: Path) -> None:
    (ordinary_user / "server.key").write_text(private_key())
    (ordinary_user / "server.key").chmod(0)
    (entry,) = discover(ordinary_user).entries
    assert content.read(ordinary_user, entry.path, 1000).kind == "unreadable"


# --- content ----------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_no_text_leaves_with_a_credential(tmp_path: Path, encoding: str, end: str) -> None:
    token = VALUES["GitHub token"]
    text = f"# é\ntoken = {token}\n{private_key()}"
    (tmp_path / "a.txt").write_bytes(text.replace("\n", end).encode(encoding))
    found = content.read(tmp_path, "a.txt", 100_000)
    assert token not in found.text
    assert found.text.split("\n")[:2] == ["# é", f"token = {MASK * len(token)}"]
    assert content.read_text(tmp_path, "a.txt", 100_000) == found.text
    assert [(one.subtype, one.line) for one in found.diagnostics] == [("secret", 2), ("secret", 3)]
    assert "GitHub token" in found.diagnostics[0].message
    shown = content.read(tmp_path, "a.txt", 100_000, public=["*.txt"])
    assert (shown.text, shown.diagnostics) == (text, ())
    assert content.read_text(tmp_path, "a.txt", 100_000, public=["*.txt"]) == text
    # Whatever is kept of a content is kept for its digest.
    assert shown.digest != found.digest


def test_of_many_credentials_some_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join([VALUES["npm token"]] * 500))
    found = content.read(tmp_path, "a.txt", 100_000)
    assert len(found.diagnostics) == 21
    assert found.diagnostics[-1].message == "480 more credentials are masked"


def test_a_subject_of_a_commit_is_masked(repository: Repository) -> None:
    from sphinx_filedocs.source.history import known_history  # noqa: PLC0415

    token = VALUES["GitLab token"]
    repository.commit(f"Use {token} for now", {"a": ""})
    change = known_history(repository.root, ["a"], [])[0]["a"]
    assert change.subject == f"Use {MASK * len(token)} for now"


@pytest.fixture(autouse=True)
def _own_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
