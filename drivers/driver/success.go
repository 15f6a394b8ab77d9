package driver

import (
	"strings"

	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// Success describes the plain response to a successful write, so that the host recognizes it without calling Settle.
// The outcome is exactly the one that Settle would return. If anything is missing or different, the response goes to
// Settle.
type Success struct {
	Must     []Text   // dotted paths, and the raw JSON text expected there
	Revision []Hidden // where the new revision's values are: whole numbers
	Fixed    []Text   // values of the new revision known in advance, added after Revision
	Key      []Hidden // ActCreate: where the new document's key is: strings
}

// Fields implements [wire.Message].
func (s *Success) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Must)
	wire.List(c, 2, &s.Revision)
	wire.List(c, 3, &s.Fixed)
	wire.List(c, 4, &s.Key)
}

// Settled returns the outcome of the request if the response is a plain success, otherwise nil.
func (s *Success) Settled(r *Reply) *Settled {
	body := string(r.Body)
	if !r.OK() || !jx.Valid(body) {
		return nil
	}
	for i := range s.Must {
		if raw, found := jx.Get(body, strings.Split(s.Must[i].Key, ".")...); !found || raw != s.Must[i].Value {
			return nil
		}
	}
	settled := &Settled{Outcome: OutcomeDone}
	for i := range s.Revision {
		raw, _ := jx.Get(body, strings.Split(s.Revision[i].At, ".")...)
		if !whole(raw) {
			return nil
		}
		settled.Revision = append(settled.Revision, Text{Key: s.Revision[i].Name, Value: raw})
	}
	settled.Revision = append(settled.Revision, s.Fixed...)
	for i := range s.Key {
		raw, _ := jx.Get(body, strings.Split(s.Key[i].At, ".")...)
		if raw == "" || raw[0] != '"' {
			return nil
		}
		settled.Key = append(settled.Key, Text{Key: s.Key[i].Name, Value: jx.Unquote(raw)})
	}
	return settled
}

// whole reports whether a JSON text is a non-negative whole number.
func whole(raw string) bool {
	for i := range len(raw) {
		if raw[i] < '0' || raw[i] > '9' {
			return false
		}
	}
	return raw != ""
}
