# frozen_string_literal: true

require "json"
require 'set'
require_relative "../lib/other"
autoload :Lazy, "shop/lazy"
load "tasks.rb"

# Everything of the shop.
module Shop
  VERSION = "1.0"
  Point = Struct.new(:x, :y)

  # A thing with a price.
  class Thing < Base::Model
    LIMIT = [1, 2].freeze
    # What it costs.
    attr_reader :price, :tax
    attr_accessor "name"
    alias cost price
    alias_method :worth, :price
    define_method(:cheap?) { price < 1 }

    # Makes one.
    def initialize(price, *rest, key: nil, &block)
      @price = price
      local = 1
    end

    def ==(other) = price == other.price
    def empty?; false; end
    def price=(value)
      @price = value
    end

    def self.build(...)
      new(...)
    end

    class << self
      # Of the class itself.
      def registry
        @registry ||= {}
      end
    end

    private

    def secret
      "def in_string; end"
    end

    module Inner
      class Deep; end
    end
  end

  class Shop::Error < StandardError; end
end

=begin
def commented
end
=end

# At the top.
def helper(a, b = 2)
  text = <<~TEXT
    class InHeredoc
    end
  TEXT
  text
end

TOP = 1
alias_method :old, :new
