// Copyright 2020 The Shop Authors. All rights reserved.

// Package shop sells things.
//
// It has a func Fake() {} in its comment.
package shop

import "context"
import (
	"fmt"
	mrand "math/rand"
	. "strings"
	_ "embed"

	"github.com/example/shop/internal/cart" // the cart
)

// Limit is the most that one can buy.
const Limit = 10

// Kinds of goods.
const (
	// Book is first.
	Book Kind = iota
	Food // trailing, not the documentation
	low, High = 1, 2
	_ = iota
)

var (
	// ErrEmpty says that there is nothing.
	ErrEmpty = fmt.Errorf("func notHere() { type X struct{} }")
	private  = 1
)

var Handlers = map[string]func(int) error{
	"one": func(x int) error { return nil },
}

// Kind is what a thing is.
type Kind int

type (
	// Visitor is called for each.
	Visitor func(ctx context.Context, one *Thing) error
	Alias   = map[string][]Thing
	Set[T comparable] map[T]struct{}
)

// Thing can be bought.
type Thing struct {
	Name  string `json:"name"`
	inner struct {
		deep interface{ Anonymous() }
	}
	fmt.Stringer
}

// Seller sells.
type Seller[K comparable, V any] interface {
	// Sell sells one.
	Sell(ctx context.Context, key K) (V, error)
	fmt.Stringer
	~int | ~string
	close()
}

/*
New makes a thing.

It has two paragraphs.
*/
func New(name string, rest ...func(*Thing)) (*Thing, error) {
	type local struct{ a int }
	const inside = 1
	helper := func() {}
	helper()
	return &Thing{Name: name}, nil
}

func (t *Thing) String() string { return `func raw() {}` }

func (Thing) Value() {}

func (s Set[T]) Has(one T) bool {
	_, ok := s[one]
	return ok
}

func (s *Set[T]) Add(one T) {}

func (s (*Thing)) Parenthesised() {}

// Map maps.
//
//go:noinline
func Map[T any, U interface{ ~int | ~string }](in []T, f func(T) U) []U {
	/* func commented() {} */
	return nil
}

func (o *other) elsewhere() {}

func init() {}

func _() {}
