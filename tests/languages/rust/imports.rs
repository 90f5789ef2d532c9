extern crate alloc;
extern crate core as std_core;
pub extern crate serde;

use std;
use std::fmt;
use std::io::{self, Read, Write as _};
use std::{
    collections::{hash_map::{Entry, HashMap}, BTreeMap as Tree},
    // a comment
    sync::*,
};
use ::absolute::path;
use self::local::thing;
use super::super::up;
use crate::a::{b, c::{self, d}};
pub use inner::Reexported;
pub(crate) use inner::{One as Uno, two::*};
use {x::y, z};

mod inner;
pub mod public;
#[path = "other_file.rs"]
mod renamed;
mod here {
    use super::inner;
}

fn f() {
    use std::mem::swap;
}
