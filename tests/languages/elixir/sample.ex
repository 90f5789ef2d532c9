defmodule Shop.Thing do
  @moduledoc """
  Things.
  """
  use GenServer
  alias Shop.{Other, More}
  alias Shop.Base, as: B
  import Enum, only: [map: 2]
  require Logger
  @limit 3
  @doc "Runs."
  def run(a, b \\ 1) when a > 1 do
    a
  end
  defp secret(x), do: x
  def zero, do: 0
  defmacro m(x) do
  end
  defstruct [:a, b: 1]
  @type t :: %__MODULE__{}
  @callback act(term) :: :ok
  defmodule Inner do
  end
end
defprotocol P do
  def size(x)
end
defimpl P, for: List do
  def size(x), do: 1
end
defmodule Shop.Told do
  use GenServer
  # Of nobody.
  @moduledoc ~S"""
  Tells a \d of things.

      iex> Shop.Told.all()
  """

  @typedoc "What is told."
  @type told :: term
  @doc """
  Returns all, "quoted" or not.
  """
  @doc since: "1.2"
  @spec all(list) :: [told]
  def all(list), do: list
  @doc false
  @impl true
  def handle(x), do: x
  @text "no documentation"
  def text, do: @text
end
