{-# LANGUAGE X #-}
-- | Things.
module Shop.Thing (run, Point(..)) where
import qualified Data.Map as M
import Shop.Other (f, g)
import Shop.All hiding (h)
-- | A point.
data Point a = Point { px :: Int, py :: a } | Origin deriving (Show)
newtype Id = Id Int
type Name = String
class Shape a where
  area :: a -> Int
  area _ = 1
instance Shape (Point b) where
  area p = 2
-- | Runs.
run :: Int -> Int
run 0 = 1
run n = helper n where helper x = x
limit = 3
(<+>) :: Int -> Int -> Int
a <+> b = a
data Tree
  = Leaf -- ^ Nothing below.
  | Node
      { left :: Tree -- ^ The smaller ones,
                     -- if any.
      , right :: Tree
        -- ^ The larger ones.
      }
-- | What it holds.
size :: Tree -> Int -- ^ At least one.
size _ = 1
depth :: Tree -> Int
-- ^ How deep it is.
depth _ = 1
-- $ Of no name.
