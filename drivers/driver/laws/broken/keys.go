package broken

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Keys implements [driver.KeyKeeper]: whoever has a piece of work has a key.
func (s *shelf) Keys(c *driver.Conn, _ *driver.Empty) (*driver.KeyList, error) {
	q := driver.Request{Method: "GET", Path: "/work", Private: s.fault != ListsKeysOpenly}
	r, err := c.Do(driver.Send{Request: q, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, s.refused(&q, r)
	}
	list := &driver.KeyList{
		Title: "Keys", Columns: []driver.KeyColumn{{Title: "Work", Look: driver.KeyName}}, Fixed: driver.Text{Key: "Fixed.", Value: "A key stays as it is."},
		Scope: &driver.ScopeForm{Inputs: []driver.ScopeField{{ID: "box", Title: "Box", Hint: "The only box."}}},
	}
	jx.Items(string(r.Body), func(item string) bool {
		list.Keys = append(list.Keys, driver.Key{ID: jx.Text(item, "id"), Cells: []driver.KeyCell{{Text: "work"}}})
		return true
	})
	if s.fault == NamesKeysTwice && len(list.Keys) > 0 {
		list.Keys = append(list.Keys, list.Keys[0])
	}
	return list, nil
}

// PlanKey implements [driver.KeyKeeper].
func (s *shelf) PlanKey(c *driver.Conn, a *driver.KeyArgs) (*driver.KeyPlan, error) {
	if s.fault == PlansKeysByAsking {
		_, _ = s.get(c, "/work", "")
	}
	if a.Delete != "" {
		if _, err := strconv.ParseUint(a.Delete, 10, 64); err != nil && s.fault != DeletesAnyKey {
			return nil, &driver.Error{Kind: driver.Invalid, Message: "There is no such key."}
		}
		return &driver.KeyPlan{Request: driver.Request{Method: "DELETE", Path: s.path("work", a.Delete), Private: true}, State: []byte(a.Delete)}, nil
	}
	if len(a.Actions) == 0 {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "A key must allow something."}
	}
	q := driver.Request{Method: "PUT", Path: "/work/new", Body: []byte(`{}`), Private: s.fault != MakesKeysOpenly}
	return &driver.KeyPlan{Request: q, Reveal: "value"}, nil
}

// SettleKey implements [driver.KeyKeeper].
func (s *shelf) SettleKey(_ *driver.Conn, a *driver.KeySettleArgs) (*driver.KeySettled, error) {
	switch r := &a.Reply; {
	case r.OK():
		return &driver.KeySettled{Outcome: driver.OutcomeDone}, nil
	case r.Err != nil && r.Err.Sent && s.fault != TakesLostKeyForNone:
		return &driver.KeySettled{Outcome: driver.OutcomeUnknown, Err: r.Err}, nil
	case r.Err != nil:
		return &driver.KeySettled{Outcome: driver.OutcomeRefused, Err: r.Err}, nil
	}
	return &driver.KeySettled{Outcome: driver.OutcomeRefused, Err: s.refused(&driver.Request{}, &a.Reply)}, nil
}

// ScopeKey implements [driver.KeyScoper].
func (s *shelf) ScopeKey(c *driver.Conn, a *driver.ScopeArgs) (*driver.ScopedKey, error) {
	if s.fault == DerivesByAsking {
		_, _ = s.get(c, "/work", "")
	}
	if len(a.Values) == 0 {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "A derived key must be limited to a box."}
	}
	return &driver.ScopedKey{Embedded: a.Values[0].Value, Parts: []driver.ScopePart{{Digest: s.fault != SignsNothing}, {Embedded: true}}}, nil
}
