// SPDX-License-Identifier: MIT
//! The checksum of a sentence.

const POLYNOMIAL: u8 = 0x07;

/// The remainder of each byte, computed by the compiler.
static TABLE: [u8; 256] = table();

const fn table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u8;
        let mut bit = 0;
        while bit < 8 {
            let carry = remainder & 0x80 != 0;
            remainder <<= 1;
            if carry {
                remainder ^= POLYNOMIAL;
            }
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
}

/// Return the CRC-8 (polynomial 0x07, initial value 0) of `bytes`.
#[inline]
pub fn crc8(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |crc, byte| TABLE[usize::from(crc ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::crc8;

    #[test]
    fn check_value_of_the_catalogue() {
        assert_eq!(crc8(b"123456789"), 0xF4);
    }
}
