package driver

import (
	"strings"

	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// Success describes the plain response to a write that succeeded, so that the host recognizes it without calling
// Settle. The outcome is exactly the one that Settle would return. A response with anything missing or different is
// passed to Settle.
type Success struct {
	Must     []Text   // dotted paths, and the raw JSON text that must be there
	Revision []Hidden // where the values of the new revision are: whole numbers
	Fixed    []Text   // values of the new revision that are known before, after those of Revision
	Key      []Hidden // ActCreate: where the key of the new document is: strings
}

// Fields implements [wire.Message].
func (s *Success) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Must)
	wire.List(c, 2, &s.Revision)
	wire.List(c, 3, &s.Fixed)
	wire.List(c, 4, &s.Key)
}

// Settled returns the outcome of a request with that response, nil if the response is not a plain success.
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

// whole reports whether a JSON text is a whole number that is not negative.
func whole(raw string) bool {
	for i := range len(raw) {
		if raw[i] < '0' || raw[i] > '9' {
			return false
		}
	}
	return raw != ""
}
