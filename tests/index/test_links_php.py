"""Where the names of PHP sources lead."""

from __future__ import annotations

from tests.index.link_trees import leads


def test_namespaces_uses_and_members_by_stated_types() -> None:
    a = """\
<?php
namespace P\\Q;
use A\\B\\«C», A\\B\\D as E;
use A\\B\\{«F», G as H};
use function A\\B\\«fn1»;
use A\\«B»;
final class K extends «Base» implements I {
  use «Tr»;
  const MAX = 1;
  private ?«Other» $o = null;
  public function __construct(private readonly Other $p, int $n = self::«MAX») {
    $this->«o» = «$p»; parent::«__construct»();
  }
  public function m(C|null $c, string ...$rest): ?self {
    $x = new «C»(«$n»); $y = $x->«go»()->«o»; $this->«p»->«act»(); $x?->«act»();
    static::«MAX»; K::«make»(); $this->«t»; $this->«help»();
    foreach ($rest as $k => $v) { «$v»->«a»(); }
    try {} catch (Ex $e) { $e->m(); }
    $f = function (Other $a) use («$x») { return «$a»->«act»(); };
    $g = fn(C $b) => $b->«z»();
    if ($x instanceof «E») {}
    «fn1»(); «\\strlen»('a'); B\\«C»::«make»(); B\\«fn1»();
    return «$this»;
  }
}
enum Suit: string { case Hearts = 'H'; const X = self::«Hearts»; }
trait Tr { protected int $t; function help() { «$nobody»; } }
function top(array $a) { return «$a»; }
"""
    b = """\
<?php
namespace A\\B;
class C {
  public Other $o;
  public function go(): C { return $this; }
  function act() {}
  function z() {}
  static function make() {}
}
class D {}
class F {}
function fn1() {}
"""
    c = """\
<?php
namespace P\\Q;
class Other { function act(): static {} }
abstract class Base { public function __construct() {} }
"""
    assert leads({"K.php": a, "A.php": b, "O.php": c}) == [
        "C -> A.php:3 import",
        "F -> A.php:11 import",
        "fn1 -> A.php:12 import",
        "B -> nothing",
        "Base -> O.php:4 scope",
        "Tr -> K.php:27 scope",
        "Other -> O.php:3 scope",
        "MAX -> K.php:9 member",
        "o -> K.php:10 member",
        "$p -> local:11",
        "__construct -> O.php:4 member",
        "C -> A.php:3 import",
        "$n -> outside $n",
        "go -> A.php:5 member",
        "o -> A.php:4 member",
        "p -> K.php:11 member",
        "act -> O.php:3 member",
        "act -> A.php:6 member",
        "MAX -> K.php:9 member",
        "make -> nothing",
        "t -> K.php:27 member",
        "help -> K.php:27 member",
        "$v -> local:17",
        "a -> nothing",
        "$x -> local:15",
        "$a -> local:19",
        "act -> O.php:3 member",
        "z -> A.php:7 member",
        "E -> A.php:10 import",
        "fn1 -> A.php:12 import",
        "\\strlen -> nothing",
        "C -> A.php:3 import",
        "make -> A.php:8 member",
        "fn1 -> A.php:12 import",
        "$this -> nothing",
        "Hearts -> K.php:26 member",
        "$nobody -> outside $nobody",
        "$a -> local:28",
    ]


def test_a_variable_has_a_name_of_its_own() -> None:
    a = """\
<?php
function config() {}
$config = «config»();
«$config»;
class Box { public $size; public function size() { return $this->«size»; } }
function f(Box $b) { $b->«size»(); $b->«size»; }
"""
    assert leads({"a.php": a}) == [
        "config -> a.php:2 scope",
        "$config -> a.php:3 scope",
        "size -> a.php:5 member",
        "size -> a.php:5 member",
        "size -> a.php:5 member",
    ]


def test_properties_of_a_class_and_of_a_constructors_parameters() -> None:
    source = (
        "<?php\n"
        "class Service {\n"
        "    private static $count = 0;\n"
        "    public static ?Service $instance = null;\n"
        "    public function __construct(private Logger $logger, public int $size = 1) {\n"
        "        self::$«count» = 1; static::$«count»++; self::$«instance»->«run»();\n"
        "    }\n"
        "    public function run() { $this->«logger»->«log»($this->«size»); }\n"
        "}\n"
        "class Logger { public function log($x) {} }\n"
        "Service::$«instance»->«run»();\n"
    )
    found = [one.partition(" -> ")[2] for one in leads({"a.php": source})]
    lines = [3, 3, 4, 8, 5, 10, 5, 4, 8]
    assert found == [f"a.php:{line} member" for line in lines]
