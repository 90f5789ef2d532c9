//! The forms of Rust that are easy to get wrong.
//!
//! More about them.

#![allow(dead_code)]

use std::collections::HashMap;

/// A point.
///
/// With two numbers.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Point<T: Copy = f64> {
    /// Not in the outline.
    pub x: T,
    pub y: T,
}

pub struct Unit;
struct Pair(i32, pub String);

/** What can happen. */
#[non_exhaustive]
pub enum Event<'a> {
    /// Nothing.
    Quiet,
    Key(char),
    Mouse { x: i32, text: &'a str },
    Code = 3,
}

#[repr(C)]
union Bits {
    f: f32,
    u: u32,
}

pub trait Shape: Send + Sync {
    const SIDES: u32;
    type Output;
    /// Its area.
    fn area(&self) -> f64;
    fn name(&self) -> String {
        fn helper() -> String {
            String::new()
        }
        helper()
    }
}

impl<T> Point<T>
where
    T: Copy,
{
    pub const ORIGIN: i32 = 0;

    /// Makes one.
    #[inline]
    #[must_use]
    pub fn new(x: T, y: T) -> Self {
        Self { x, y }
    }

    pub(crate) async unsafe fn odd<'a, F: Fn(&'a str) -> bool>(&self, f: F) {}
}

impl<T: Copy> Shape for Point<T> {
    const SIDES: u32 = 0;
    type Output = f64;
    fn area(&self) -> f64 {
        let closure = |x: f64| if x > 0.0 { x } else { -x };
        closure(0.0)
    }
}

impl Drop for Pair {
    fn drop(&mut self) {}
}
impl From<Pair> for crate::other::Elsewhere<u8> {
    fn from(_: Pair) -> Self {
        todo!()
    }
}
impl Shape for &'static str {
    fn area(&self) -> f64 {
        0.0
    }
}
impl<T> Shape for [T; 3] {
    fn area(&self) -> f64 {
        0.0
    }
}
impl dyn Shape {
    fn boxed(&self) {}
}

pub mod inline {
    //! About the module.
    pub(super) fn within() {}
    pub mod deeper {
        pub struct Deep;
        impl Deep {
            pub fn go(&self) {}
        }
    }
}

const LIMIT: usize = 10;
static NAME: &str = "fn in_a_string() {}";
static mut STATE: u32 = 0;
const _: () = assert!(LIMIT > 1);
pub type Table<V> = HashMap<String, Vec<V>>;

pub const fn constant() -> u8 {
    1
}
pub extern "C" fn exported(x: i32) -> i32 {
    x
}
extern "C" {
    fn imported(x: i32) -> i32;
    static errno: i32;
}
fn r#match(r#type: u8) {}

/// Adds up.
#[macro_export]
macro_rules! sum {
    ($($x:expr),*) => {{ fn in_a_macro() {} 0 $(+ $x)* }};
}

sum! { 1, 2 }

// fn in_a_comment() {}
/* struct InBlock; /* nested */ */

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        assert_eq!(sum!(1), 1);
    }
}

impl<'a> Shape for Bounded + 'a {
    fn bounded(&self) -> f64 { 0.0 }
}
