module Shop
using LinearAlgebra, Base.Threads
import Other: f, g
include("part.jl")
export thing
"""Docs."""
struct Point{T} <: Abstract
  x::T
end
mutable struct M end
abstract type Shape end
primitive type P 8 end
const LIMIT = 3
function area(p::Point{T}; k=1) where T
  inner(x) = x
end
short(x) = x + 1
Base.show(io::IO, p::Point) = 1
macro m(x) end
end

"""
    area(s)
    area(s, unit)

Return the area of `s`.
"""
function area(s, unit = 1)
    "not documentation"
    s.side^2
end

@doc raw"""
    root(x)

Return ``\sqrt{x}``.
"""
root(x) = sqrt(x)

"A square."
struct Square
    "How long a side is."
    side::Float64
end
