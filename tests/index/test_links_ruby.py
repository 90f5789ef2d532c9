"""Where the names of Ruby sources lead."""

from __future__ import annotations

from tests.index.link_trees import leads


def test_constants_by_nesting_methods_by_class() -> None:
    a = """\
require_relative "«rack/utils»"
module Rack
  class Foo < Base
    include «Helper»
    MAX = 1
    attr_reader :size, :name
    def initialize(a, b = 1, *rest, k:, **kw, &blk)
      @size = «a»; @o = «Other».new(a)
      x = Other.new(1); x.«go»; «@o».«go»; self.«size»; «size»; «helped»
      [1].each { |q, (r, s)| «q» + «x» }
      begin; rescue Ex => e; «e».message; end
      Rack::«Utils».«escape»(1); ::«Top».x; «Utils»::«X»; «k»; «foo?»
      «local_here»
    end
    def self.make = new
    class << self
      attr_accessor :cfg
    end
    alias old «size»
  end
end
class Rack::Deep; def t; «Foo»; end; end
Rack::Foo.«make».name
«X»
"""
    b = """\
module Rack
  module Utils
    X = 1
    def self.escape(s) = «s»
  end
  module Helper
    def helped; end
  end
  class Other
    def initialize(a); @z = a; end
    def go; «@z»; «Utils».«escape»(«X»); end
  end
  class Foo
    def foo?; «size»; «MAX»; «@size»; end
    def t; Rack::«Deep».new; «Other».new(1).«go»; end
  end
end
"""
    assert leads({"lib/rack.rb": a, "lib/rack/utils.rb": b}) == [
        "rack/utils -> lib/rack/utils.rb import",
        "Helper -> lib/rack/utils.rb:6 member",
        "a -> local:7",
        "Other -> lib/rack/utils.rb:9 member",
        "go -> lib/rack/utils.rb:11 member",
        "@o -> lib/rack.rb:8 scope",
        "go -> lib/rack/utils.rb:11 member",
        "size -> lib/rack.rb:6 member",
        "size -> lib/rack.rb:6 member",
        "helped -> lib/rack/utils.rb:7 member",
        "q -> local:10",
        "x -> local:9",
        "e -> local:11",
        "Utils -> lib/rack/utils.rb:2 member",
        "escape -> lib/rack/utils.rb:4 member",
        "Top -> outside Top",
        "Utils -> lib/rack/utils.rb:2 member",
        "X -> lib/rack/utils.rb:3 member",
        "k -> local:7",
        "foo? -> lib/rack/utils.rb:14 member",
        "local_here -> outside local_here",
        "size -> lib/rack.rb:6 member",
        "Foo -> outside Foo",
        "make -> lib/rack.rb:15 member",
        "X -> outside X",
        "s -> local:4",
        "@z -> lib/rack/utils.rb:10 scope",
        "Utils -> lib/rack/utils.rb:2 scope",
        "escape -> lib/rack/utils.rb:4 member",
        "X -> outside X",
        "size -> lib/rack.rb:6 member",
        "MAX -> lib/rack.rb:5 member",
        "@size -> lib/rack.rb:8 member",
        "Deep -> lib/rack.rb:22 member",
        "Other -> lib/rack/utils.rb:9 scope",
        "go -> lib/rack/utils.rb:11 member",
    ]


def test_methods_of_a_class_and_of_its_instances_are_two() -> None:
    source = (
        "class A\n"
        "  def self.make; end\n"
        "  def make; end\n"
        "  class << self\n"
        "    def build; «make»; end\n"
        "  end\n"
        "  def build; «make»; end\n"
        "  def self.other; «make»; «build»; end\n"
        "  def another; «make»; «build»; end\n"
        "end\n"
        "A.«make»; A.new.«make»; A.«build»; A.new.«build»\n"
    )
    found = [one.partition(" -> ")[2] for one in leads({"a.rb": source})]
    bare = [f"a.rb:{line} scope" for line in (2, 3, 2, 5, 3, 7)]
    assert found == [*bare, *(f"a.rb:{line} member" for line in (2, 3, 5, 7))]
