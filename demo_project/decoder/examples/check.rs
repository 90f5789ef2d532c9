// SPDX-License-Identifier: MIT
//! Says which lines of a log are no sentences.
//!
//! `cargo run --example check < station.log`

use std::io;
use std::process::ExitCode;

use windrose_decoder::Decoder;

fn main() -> ExitCode {
    let mut refused = 0;
    for result in Decoder::new(io::stdin().lock()) {
        if let Err(error) = result {
            eprintln!("{error}");
            refused += 1;
        }
    }
    if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
