// SPDX-License-Identifier: MIT

// Command gateway collects sentences from many stations over TCP and prints
// each reading once.
//
//	gateway -listen 127.0.0.1:7700 > station.log
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"sync"

	"example.org/windrose/gateway/frame"
)

// Seen remembers keys. It is safe for use by several goroutines.
type Seen[K comparable] struct {
	mu   sync.Mutex
	keys map[K]struct{}
}

// First reports whether key is new, and remembers it.
func (s *Seen[K]) First(key K) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.keys[key]; known {
		return false
	}
	if s.keys == nil {
		s.keys = make(map[K]struct{})
	}
	s.keys[key] = struct{}{}
	return true
}

// Collector merges the sentences of all connections into one stream.
type Collector struct {
	sentences chan string
	seen      Seen[string]
}

// NewCollector returns a collector whose stream buffers backlog sentences.
func NewCollector(backlog int) *Collector {
	return &Collector{sentences: make(chan string, backlog)}
}

// Receive reads one station's sentences until its connection ends. A station
// sends its last hour again after it was cut off, so known readings are dropped.
func (c *Collector) Receive(name string, conn io.Reader) {
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		reading, err := frame.Parse(lines.Text())
		if err != nil {
			log.Printf("%s: refused: %v", name, err)
			continue
		}
		if c.seen.First(reading.Key()) {
			c.sentences <- lines.Text()
		}
	}
	if err := lines.Err(); err != nil {
		log.Printf("%s: %v", name, err)
	}
}

// Serve accepts connections, each in a goroutine of its own, until the
// listener is closed and the last station has gone.
func (c *Collector) Serve(listener net.Listener) {
	var stations sync.WaitGroup
	for {
		conn, err := listener.Accept()
		if err != nil {
			break
		}
		stations.Add(1)
		go func() {
			defer stations.Done()
			defer conn.Close()
			c.Receive(conn.RemoteAddr().String(), conn)
		}()
	}
	stations.Wait()
	close(c.sentences)
}

// Print writes the merged stream, one sentence a line.
func (c *Collector) Print(out io.Writer) {
	for sentence := range c.sentences {
		fmt.Fprintln(out, sentence)
	}
}

func main() {
	listen := flag.String("listen", "127.0.0.1:7700", "address to listen on")
	flag.Parse()

	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	collector := NewCollector(64)
	go collector.Serve(listener)
	collector.Print(os.Stdout)
}
