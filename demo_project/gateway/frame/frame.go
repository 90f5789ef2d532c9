// SPDX-License-Identifier: MIT

// Package frame reads weather sentences.
package frame

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The reasons for which Parse refuses a sentence.
var (
	ErrEnvelope = errors.New("envelope")
	ErrCRC      = errors.New("crc")
	ErrFields   = errors.New("fields")
)

// polynomial of the checksum, most significant bit first.
const polynomial = 0x07

// grammar is compiled once: a gateway parses thousands of sentences a second.
var grammar = regexp.MustCompile(
	`^WX,([A-Z]{3}[0-9]{2}),([0-9]{1,10}),(-?[0-9]{1,3}\.[0-9])?,([0-9]{1,3})?,([0-9]{1,4}\.[0-9])?$`)

// Frame is one reading of one station. A measurement is nil where its sensor failed.
type Frame struct {
	Station  string
	Seconds  int64    // since 1970-01-01 UTC
	Celsius  *float64 // air temperature
	Humidity *float64 // relative, in percent
	Pressure *float64 // in hectopascal
}

// Key tells readings apart: a station sends one a second at most.
func (f Frame) Key() string {
	return fmt.Sprintf("%s@%d", f.Station, f.Seconds)
}

// Crc8 returns the CRC-8 of text with the initial value 0.
func Crc8(text string) byte {
	var crc byte
	for i := 0; i < len(text); i++ {
		crc ^= text[i]
		for bit := 0; bit < 8; bit++ {
			carry := crc&0x80 != 0
			crc <<= 1
			if carry {
				crc ^= polynomial
			}
		}
	}
	return crc
}

// Parse reads a sentence without its line end.
func Parse(sentence string) (Frame, error) {
	star := len(sentence) - 3
	if star < 1 || !strings.HasPrefix(sentence, "$") || sentence[star] != '*' {
		return Frame{}, ErrEnvelope
	}
	body := sentence[1:star]
	if fmt.Sprintf("%02X", Crc8(body)) != sentence[star+1:] {
		return Frame{}, ErrCRC
	}
	fields := grammar.FindStringSubmatch(body)
	if fields == nil {
		return Frame{}, ErrFields
	}
	seconds, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return Frame{}, ErrFields
	}
	return Frame{
		Station:  fields[1],
		Seconds:  seconds,
		Celsius:  measurement(fields[3]),
		Humidity: measurement(fields[4]),
		Pressure: measurement(fields[5]),
	}, nil
}

// measurement returns the number in text, or nil for no text. The grammar has
// already accepted text, so it is a number.
func measurement(text string) *float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &value
}
