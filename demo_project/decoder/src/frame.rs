// SPDX-License-Identifier: MIT
//! One reading and the grammar of its sentence.

use std::fmt;
use std::str::FromStr;

use crate::crc::crc8;

/// Why a sentence was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// No leading `$`, or no `*` before the checksum.
    Envelope,
    /// The checksum is not that of the sentence.
    Crc,
    /// A field is absent, superfluous or malformed.
    Fields,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Envelope => "envelope",
            Self::Crc => "crc",
            Self::Fields => "fields",
        })
    }
}

impl std::error::Error for FrameError {}

/// The name of a station: three capital letters and two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StationId([u8; 5]);

impl StationId {
    /// Return the name as text.
    pub fn as_str(&self) -> &str {
        // SAFETY: `from_str` lets nothing but ASCII letters and digits in, and
        // the field is private, so the bytes are valid UTF-8.
        unsafe { std::str::from_utf8_unchecked(&self.0) }
    }
}

impl FromStr for StationId {
    type Err = FrameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes: [u8; 5] = text.as_bytes().try_into().map_err(|_| FrameError::Fields)?;
        let letters = bytes[..3].iter().all(u8::is_ascii_uppercase);
        let digits = bytes[3..].iter().all(u8::is_ascii_digit);
        if letters && digits { Ok(Self(bytes)) } else { Err(FrameError::Fields) }
    }
}

/// One reading of one station; a measurement is `None` where its sensor failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub station: StationId,
    /// Since 1970-01-01 UTC.
    pub seconds: u64,
    pub celsius: Option<f64>,
    /// Relative, in percent.
    pub humidity: Option<u16>,
    /// In hectopascal.
    pub pressure: Option<f64>,
}

/// Whether `text` is one to `most` digits.
fn is_whole(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether `text` is a number with exactly one decimal and no sign.
fn is_decimal(text: &str, most: usize) -> bool {
    text.split_once('.').is_some_and(|(whole, tenth)| is_whole(whole, most) && is_whole(tenth, 1))
}

/// Parse a field that may be empty, after `$check` has accepted its text.
macro_rules! measurement {
    ($text:expr, $check:expr) => {
        match $text {
            "" => None,
            text if $check(text) => Some(text.parse().map_err(|_| FrameError::Fields)?),
            _ => return Err(FrameError::Fields),
        }
    };
}

impl FromStr for Frame {
    type Err = FrameError;

    fn from_str(sentence: &str) -> Result<Self, Self::Err> {
        let rest = sentence.strip_prefix('$').ok_or(FrameError::Envelope)?;
        let (body, crc) = rest.rsplit_once('*').ok_or(FrameError::Envelope)?;
        if crc.len() != 2 {
            return Err(FrameError::Envelope);
        }
        if crc != format!("{:02X}", crc8(body.as_bytes())) {
            return Err(FrameError::Crc);
        }
        let fields: Vec<&str> = body.split(',').collect();
        let ["WX", station, seconds, celsius, humidity, pressure] = fields[..] else {
            return Err(FrameError::Fields);
        };
        if !is_whole(seconds, 10) {
            return Err(FrameError::Fields);
        }
        Ok(Self {
            station: station.parse()?,
            seconds: seconds.parse().map_err(|_| FrameError::Fields)?,
            celsius: measurement!(celsius, |text: &str| {
                is_decimal(text.strip_prefix('-').unwrap_or(text), 3)
            }),
            humidity: measurement!(humidity, |text| is_whole(text, 3)),
            pressure: measurement!(pressure, |text| is_decimal(text, 4)),
        })
    }
}
