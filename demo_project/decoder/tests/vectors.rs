// SPDX-License-Identifier: MIT
//! The vectors that all implementations share.

use windrose_decoder::{Decoder, Error, Frame, FrameError};

const VECTORS: &str = include_str!("../../data/vectors.txt");

/// The lines of the vectors, split into their fields.
fn vectors() -> impl Iterator<Item = Vec<&'static str>> {
    VECTORS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').collect())
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[test]
fn every_vector_gets_its_verdict() {
    let mut checked = 0;
    for fields in vectors() {
        let verdict = match fields[1].parse::<Frame>() {
            Ok(_) => "ok".to_owned(),
            Err(error) => error.to_string(),
        };
        assert_eq!(verdict, fields[0], "{}", fields[1]);
        checked += 1;
    }
    assert!(checked > 10);
}

#[test]
fn measurements_are_those_of_the_vector() {
    for fields in vectors().filter(|fields| fields[0] == "ok") {
        let frame: Frame = fields[1].parse().unwrap();
        assert_eq!(frame.station.as_str(), fields[2]);
        assert_eq!(frame.seconds.to_string(), fields[3]);
        assert_eq!(text(frame.celsius.map(|celsius| format!("{celsius:.1}"))), fields[4]);
        assert_eq!(text(frame.humidity), fields[5]);
        assert_eq!(text(frame.pressure.map(|pressure| format!("{pressure:.1}"))), fields[6]);
    }
}

#[test]
fn a_refused_line_does_not_end_the_stream() {
    let log = "noise\n$WX,BGO01,1718000000,12.5,81,1013.2*39\n".as_bytes();
    let results: Vec<_> = Decoder::new(log).collect();
    assert!(matches!(results[0], Err(Error::Frame { line: 1, cause: FrameError::Envelope })));
    assert!(results[1].is_ok());
}
