// SPDX-License-Identifier: MIT

package frame

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

func TestCrc8CheckValue(t *testing.T) {
	if got := Crc8("123456789"); got != 0xF4 {
		t.Errorf("Crc8 = %#x, want 0xf4", got)
	}
}

func TestVectors(t *testing.T) {
	file, err := os.Open("../../data/vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()

	checked := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "|")
		frame, err := Parse(fields[1])
		verdict := "ok"
		if err != nil {
			verdict = err.Error()
		}
		if verdict != fields[0] {
			t.Errorf("%s: %s, want %s", fields[1], verdict, fields[0])
		}
		if verdict == "ok" && frame.Key() != fields[2]+"@"+fields[3] {
			t.Errorf("%s: key %s", fields[1], frame.Key())
		}
		checked++
	}
	if checked == 0 {
		t.Error("no vectors")
	}
}

func TestMissingMeasurementIsNil(t *testing.T) {
	frame, err := Parse("$WX,BGO01,1718007200,,,*67")
	if err != nil {
		t.Fatal(err)
	}
	if frame.Celsius != nil || frame.Humidity != nil || frame.Pressure != nil {
		t.Errorf("not all nil: %+v", frame)
	}
}
