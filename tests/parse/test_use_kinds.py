"""What names are used for, by what the languages' queries say of the places where they stand."""

from __future__ import annotations

import re

import pytest

from sphinx_filedocs.languages import detect
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.parse.facts import extract

_MARKED = re.compile(r"«(\w+):(\w+)»")

#: A marked name has what it looks like behind it.
SAMPLES = {
    "c.c": """
«T:type» run(const «T:type» *p, struct «S:type» s) {
    «total:write» = «limit:read»;
    «total:write» += 1, p->«count:write»++, --«p:read»->next->«count:write»;
    table[«at:read»] = p->«rows:write»[0][1] = («T:type»)«other:read»;
    *«cursor:read» = sizeof(struct «S:type»), (*«cursor:read»)++, *«at:read»[0] = 1;
    (p->«count:write»)++, ((char *)p->«rows:write»)[0] = 1, make(p)[0] = 1, (*«at:read»)[0] = 1;
    «call:call»(&(p->«count:address»), &p->«rows:address»[0][1][2]);
    «call:call»(&«total:address», &p->«count:address», «total:read»);
    «S:type» one = {.«name:write» = «NAME:read»};
    return p->«call:call»(«total:read»);
}
""",
    "cpp.cpp": """
class One : public Base {
    One(int n) : «size_:write»(n) {}
    std::vector<«Item:type»> «items:read»;
};
void f(const «One:type» &one) {
    «One:reference»::«made:write» = «count:read»; «ns:reference»::One::«made:write»++;
    auto p = &One::«made:address»;
    throw «Broken:call»(static_cast<«Item:type» *>(«raw:read»));
}
""",
    "py.py": """
def own(self: te.«Shop:type»): pass
def run(one: «Shop:type», more: list[a.«Item:type»] | None = «NONE:read») -> dict[str, «Item:type»]:
    global «total:reference»
    «total:write» = one.«count:read»
    one.«count:write» += «total:read»
    «one:read».items[«key:read»] = one.«rows:write»[0] = «total:read»
    one.«left:write», (one.«right:write», other) = «pair:read»
    del one.«count:reference»
    with «opened:call»(«total:read») as one.«file:write»:
        for one.«at:write» in one.«items:read»:
            yield «at:read»
    return Point(«x:write»=«total:read»)
""",
    "go.go": """package p
func (s *«Shop:type») run(rows []«Item:type») (map[string]«Item:type», error) {
    «total:write» = s.«Count:read»
    «total:write» += 1
    s.«Count:write»++
    s.«Rows:write»[«total:read»] = «rows:read»[0]
    «call:call»(&«total:address», &s.«Count:address»)
    one := «Item:type»{«Name:write»: «total:read»}
    names := map[string]int{«KEY:read»: 1}
    for s.«At:write» = range s.«Rows:read» {}
    *«cursor:read» = 1
    return one, names
}
""",
    "rust.rs": """
const LIMIT: u8 = 1;
fn run(shop: &mut «Shop:type», items: Vec<«Item:type»>) -> Option<«Item:type»> {
    shop.«count:write» = «LIMIT:read»;
    shop.«count:write» += shop.«step:read»;
    «shop:read».rows[0] = shop.«table:read»[«LIMIT:read»][1];
    other::«TOTAL:write» = 1;
    *«count:read» = 1; *shop.«count:read» += 1; (shop.«left:write», _) = «LIMIT:read»;
    «call:call»(&mut shop.«count:address», &shop.«count:read»);
    println!("{}", «LIMIT:reference»);
    «Shop:reference»::new(«other:reference»::«LIMIT:read») as «other:reference»::«Item:type»;
    Some(«Item:type» { «name:write»: «LIMIT:read» } as «Item:type»)
}
""",
    "Java.java": """
class Java extends «Base:type» {
    «Item:type» run(List<«Item:type»> all) throws «Broken:type» {
        «total:write» = this.«count:read»;
        this.«count:write» += 1;
        all.«size:write»++;
        «table:write»[«total:read»] = (int) «other:read»;
        return new «Item:call»(«total:read»).with((«Item:type») «raw:read»);
    }
}
""",
    "js.js": """
function run(shop) {
  «total:write» = shop.«count:read»;
  shop.«count:write» += «total:read»;
  «total:write»++;
  shop.«names:write»['one'] = shop.make(«total:read»)[0] = 1;
  shop.«rows:write»[«total:read»] = «other:read»;
  [«total:write», shop.«left:write»] = «pair:read»;
  delete shop.«count:reference»;
  for (shop.«at:write» of «rows:read») «call:call»(new «Item:call»());
  return «total:read»;
}
""",
    "ts.ts": """
function run(shop: «Shop:type», all: Array<«Item:type»>): Map<string, «Item:type»> {
  shop.«count:write» += «total:read»;
  const one: «Shop:type» = { «name:write»: «total:read» };
  const far: «core:reference».«Item:type» = «core:read».item;
  const same: typeof «total:reference» = <any>«other:read»;
  («one:write» as «Shop:type»)['name'] = 1, shop.«rows:write»![0] = 2;
  return «total:read» as «Item:type»;
}
""",
    "lua.lua": "«total:reference» = «other:reference»\n«call:call»()\n",
}


@pytest.mark.parametrize("path", SAMPLES)
def test_kinds_of_uses(path: str) -> None:
    sample = SAMPLES[path]
    text = _MARKED.sub(r"\1", sample)
    language = detect(path, text.encode())
    assert language
    names = extract(text, language.key).names
    columns = names.lines, names.columns, names.kinds
    kinds = {(line, column): USE_KINDS[kind] for line, column, kind in zip(*columns, strict=True)}
    said = []
    for line, marked in enumerate(sample.split("\n"), 1):
        removed = 0
        for mark in _MARKED.finditer(marked):
            said.append(f"{mark[1]}:{kinds.get((line, mark.start() - removed), 'nothing')}")
            removed += len(mark[0]) - len(mark[1])
    assert said == [f"{name}:{kind}" for name, kind in _MARKED.findall(sample)]
