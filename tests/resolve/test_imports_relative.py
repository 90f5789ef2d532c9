from __future__ import annotations

import json

import pytest

from .trees import leads

MONOREPO = {
    "package.json": json.dumps({"name": "root", "workspaces": ["packages/*"]}),
    "packages/core/package.json": json.dumps(
        {
            "name": "@scope/core",
            "exports": {
                ".": {"types": "./dist/index.d.ts", "import": "./dist/index.js"},
                "./util": "./src/util.ts",
                "./locales/*": [{"require": "./src/locales/*.cts"}, "./src/locales/*.ts"],
                "./locales/private/*": None,
            },
            "imports": {"#log": {"node": "./src/log.node.ts", "default": "./src/log.ts"}},
        }
    ),
    "packages/app/package.json": json.dumps({"name": "app", "main": "lib/start"}),
}
MONOREPO_FILES = """
    packages/core/src/index.ts packages/core/src/util.ts packages/core/src/locales/de.ts
    packages/core/src/log.ts packages/core/src/extra.ts packages/app/lib/start.js
"""


@pytest.mark.parametrize(
    ("files", "path", "target", "expected"),
    [
        ("lib/utils.js", "lib/app.js", "./utils", "lib/utils.js"),
        ("lib/utils.js", "index.js", "./lib/utils.js", "lib/utils.js"),
        ("lib/index.js", "index.js", "./lib", "lib/index.js"),
        ("lib/index.js lib.js", "index.js", "./lib", "lib.js"),
        ("lib/index.js lib.js", "index.js", "./lib/", "lib/index.js"),
        ("index.js", "test/a.js", "..", "index.js"),
        ("index.js", "test/a.js", "../", "index.js"),
        ("lib/index.js", "lib/a.js", ".", "lib/index.js"),
        ("data.json", "a.js", "./data", "data.json"),
        ("logo.svg", "a.tsx", "./logo.svg?url", "logo.svg"),
        ("x.vue", "a.ts", "./x.vue", "x.vue"),
        # The ending that the compiler will write.
        ("src/b.ts", "src/a.ts", "./b.js", "src/b.ts"),
        ("src/b.tsx", "src/a.ts", "./b.jsx", "src/b.tsx"),
        ("src/b.mts", "src/a.mts", "./b.mjs", "src/b.mts"),
        ("src/b.ts src/b.js", "src/a.ts", "./b.js", "src/b.ts"),
        ("src/b.ts src/b.js", "src/a.js", "./b.js", "src/b.js"),
        ("b.d.ts b.js", "a.d.ts", "./b.js", "b.d.ts"),
        ("b.d.cts b.cjs b.d.ts", "a.d.cts", "./b.cjs", "b.d.cts"),
        ("b.d.ts b.js", "a.js", "./b", "b.js"),
        ("b.ts b.d.ts b.js", "a.ts", "./b", "b.ts"),
        ("index.ts", "a.ts", "./index.js", "index.ts"),
        ("x.y.ts", "a.ts", "./x.y", "x.y.ts"),
        # Not of the tree.
        ("fs.js react/index.js", "a.js", "fs", ""),
        ("fs.js react/index.js", "a.js", "react", ""),
        ("fs.js", "a.js", "node:fs", ""),
        ("b.js", "a.js", "/b.js", ""),
        ("b.js", "a.js", "https://host/b.js", ""),
        ("b.js", "a.js", "../../b.js", ""),
        ("b.py", "a.js", "./b", ""),
        ("b.js", "a.js", "", ""),
        ("a.js", "a.js", "./a", ""),
        ("x\udcff.js", "a.js", "./x\udcff", "x\udcff.js"),
    ],
)
def test_paths(files: str, path: str, target: str, expected: str) -> None:
    assert leads(files, path, target) == [expected]


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ('{"main": "lib/start"}', "pkg/lib/start.js"),
        ('{"main": "./lib"}', "pkg/lib/index.js"),
        ('{"exports": "./lib/start.js"}', "pkg/lib/start.js"),
        ('{"main": "./dist/index.js"}', "pkg/src/index.ts"),
        ('{"main": 3, "exports": [["./lib/start.js"]]}', "pkg/lib/start.js"),
        ("[1]", "pkg/src/index.ts"),
        ('{"main": ', "pkg/src/index.ts"),
        ('{"exports": ' + "[" * 100_000, "pkg/src/index.ts"),
        ('{"main": "../../../outside.js"}', "pkg/src/index.ts"),
    ],
)
def test_folder_with_a_manifest(manifest: str, expected: str) -> None:
    files = "pkg/lib/start.js pkg/lib/index.js pkg/src/index.ts"
    assert leads(files, "a.js", "./pkg", texts={"pkg/package.json": manifest}) == [expected]


def test_workspace_packages_by_name() -> None:
    assert leads(
        MONOREPO_FILES,
        "packages/app/lib/x.ts",
        "@scope/core",
        "@scope/core/util",
        "@scope/core/locales/de",
        "@scope/core/extra",
        "app",
        "@scope/missing",
        "@scope",
        texts=MONOREPO,
    ) == [
        "packages/core/src/index.ts",
        "packages/core/src/util.ts",
        "packages/core/src/locales/de.ts",
        "packages/core/src/extra.ts",
        "packages/app/lib/start.js",
        "",
        "",
    ]


def test_package_knows_itself_by_name() -> None:
    path = "packages/core/src/x.ts"
    found = leads(MONOREPO_FILES, path, "@scope/core/util", texts=MONOREPO)
    assert found == ["packages/core/src/util.ts"]


def test_package_that_is_no_member_of_a_workspace_is_external() -> None:
    texts = {"vendor/react/package.json": '{"name": "react"}'}
    files = "vendor/react/index.js"
    assert leads(files, "src/a.js", "react", texts=texts) == [""]
    texts["package.json"] = '{"workspaces": ["vendor/*"]}'
    assert leads(files, "src/a.js", "react", texts=texts) == [files]


def test_package_of_a_fixture_is_not_meant_elsewhere() -> None:
    texts = {
        "pnpm-workspace.yaml": "",
        "test/fixtures/react/package.json": '{"name": "react"}',
    }
    files = "test/fixtures/react/index.js"
    assert leads(files, "src/a.js", "react", texts=texts) == [""]
    assert leads(files, "test/fixtures/other/a.js", "react", texts=texts) == [files]


def test_aliases_of_a_configuration_with_comments() -> None:
    config = """\ufeff{ // a comment with a "quote
      "compilerOptions": {
        "baseUrl": "./", /* paths /* are // relative to it */
        "paths": {
          "@/*": ["./src/*"],
          "@/special/*": ["missing/*", "other/*",],
          "config": ["src/config.ts"],
          "url": ["http://host//*"],
        },
      },
    }""".removeprefix("\ufeff")
    files = "web/src/a.ts web/src/config.ts web/other/b.ts web/plain/c.ts a.ts"
    targets = ("@/a", "@/special/b", "config", "plain/c", "url", "@/none", "a")
    found = leads(files, "web/src/deep/x.ts", *targets, texts={"web/tsconfig.json": config})
    assert found == [
        "web/src/a.ts",
        "web/other/b.ts",
        "web/src/config.ts",
        "web/plain/c.ts",
        "",
        "",
        "",
    ]


def test_inherited_and_referred_configurations() -> None:
    texts = {
        "base.json": '{"compilerOptions": {"paths": {"~/*": ["lib/*"]}}}',
        "a/tsconfig.json": '{"extends": ["../none", "../base"]}',
        "b/tsconfig.json": '{"references": [{"path": "./tsconfig.app.json"}, {"path": 1}]}',
        "b/tsconfig.app.json": '{"compilerOptions": {"paths": {"~/*": ["${configDir}/src/*"]}}}',
        "c/tsconfig.json": '{"extends": "./tsconfig.json", "compilerOptions": []}',
    }
    files = "lib/x.ts b/src/x.ts"
    assert leads(files, "a/y.ts", "~/x", texts=texts) == ["lib/x.ts"]
    assert leads(files, "b/y.ts", "~/x", texts=texts) == ["b/src/x.ts"]
    assert leads(files, "c/y.ts", "~/x", texts=texts) == [""]
