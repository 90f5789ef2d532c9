// SPDX-License-Identifier: MIT
//! Reads weather sentences from streams.
//!
//! ```
//! use windrose_decoder::{Decoder, Frame};
//!
//! let log = "$WX,BGO01,1718000000,12.5,81,1013.2*39\n".as_bytes();
//! let frames: Vec<Frame> = Decoder::new(log).flatten().collect();
//! assert_eq!(frames[0].station.as_str(), "BGO01");
//! ```

mod crc;
mod frame;

use std::fmt;
use std::io::{self, BufRead};

pub use crc::crc8;
pub use frame::{Frame, FrameError, StationId};

/// Why a line of a stream gave no frame.
#[derive(Debug)]
pub enum Error {
    /// The stream itself could not be read.
    Io(io::Error),
    /// The line with this number, counted from 1, is not a sentence.
    Frame { line: usize, cause: FrameError },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(cause) => write!(f, "cannot read: {cause}"),
            Self::Frame { line, cause } => write!(f, "line {line}: {cause}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(cause: io::Error) -> Self {
        Self::Io(cause)
    }
}

/// An iterator over the frames of a stream; a refused line does not end it.
pub struct Decoder<R> {
    lines: io::Lines<R>,
    line: usize,
}

impl<R: BufRead> Decoder<R> {
    /// Read sentences, one a line, from `stream`.
    pub fn new(stream: R) -> Self {
        Self { lines: stream.lines(), line: 0 }
    }
}

impl<R: BufRead> Iterator for Decoder<R> {
    type Item = Result<Frame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = match self.lines.next()? {
            Ok(text) => text,
            Err(cause) => return Some(Err(cause.into())),
        };
        self.line += 1;
        let frame = text.parse();
        Some(frame.map_err(|cause| Error::Frame { line: self.line, cause }))
    }
}
