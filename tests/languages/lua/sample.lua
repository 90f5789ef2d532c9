-- Everything of the shop.
local json = require("json")
local util = require "shop.util"
require 'side.effects'

local M = {}

M.VERSION = "1.0"
local LIMIT = 10

--- Says hello.
-- @param name who
function M.greet(name, ...)
  local inner = 1
  local function nested(x)
    return x
  end
  return "function in_string() end"
end

function M.Class:method(a)
  return self
end

local function private(a, b)
  return a
end

function global_one() end

M.assigned = function(x) return x end

local short = function() end

--[[
function commented() end
]]

local Table = {
  member = function(self) end,
  value = 1,
}

local text = [[
function in_long_string() end
]]

callback(function() end)

return M
