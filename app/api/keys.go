package api

import (
	"context"
	"strconv"

	"quarry/backend/connection/session"
	"quarry/backend/work/keys"
	"quarry/drivers/driver"
)

// Keys lists the keys of a connection's server, and makes and deletes them.
type Keys struct {
	calls    *Calls
	sessions *session.Sessions
	plans    *keys.Plans
}

// KeyColumn is one column of the list. A column without a width shares the remaining space.
type KeyColumn struct {
	Title string `json:"title"`
	Look  string `json:"look"`  // of its cells: see driver.KeyLook
	Width int    `json:"width"` // in pixels at the normal text size, 0 for none
}

// KeyCell is one cell: a text or a time.
type KeyCell struct {
	Text string `json:"text"`
	Time string `json:"time"` // in milliseconds since 1970, "" for none
	Wide bool   `json:"wide"` // the key is not limited to any place
}

// KeyInfo is one key.
type KeyInfo struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"` // what the user calls it, "" for nothing
	Cells   []KeyCell `json:"cells"`
	Expired bool      `json:"expired"`
	Reach   string    `json:"reach"`  // what it reaches besides the places that it is limited to, "" for nothing
	Head    string    `json:"head"`   // the first characters of its value, "" if unknown
	Scopes  bool      `json:"scopes"` // keys can be derived from it
}

// ScopeField is a field of the form for a derived key.
type ScopeField struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Hint  string `json:"hint"`
}

// ScopeForm says how a key that can do less is derived from another one.
type ScopeForm struct {
	Title       string       `json:"title"`
	SourceTitle string       `json:"sourceTitle"`
	SourceHint  string       `json:"sourceHint"`
	Fields      []ScopeField `json:"fields"`
	Expiry      string       `json:"expiry"`
	Unfit       string       `json:"unfit"` // why nothing is derived from a key that does not scope
	End         string       `json:"end"`
}

// KeyAction is something that a key can allow.
type KeyAction struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Reach   string `json:"reach"` // what it reaches besides the places that the key is limited to, "" for nothing
}

// KeyGroup is a group of actions.
type KeyGroup struct {
	Title   string      `json:"title"`
	Actions []KeyAction `json:"actions"`
}

// KeyForm says how a key is made.
type KeyForm struct {
	Title  string     `json:"title"`
	Places string     `json:"places"` // what a key is limited to
	Hint   string     `json:"hint"`
	All    string     `json:"all"` // what to type for all places: "*"
	Groups []KeyGroup `json:"groups"`
}

// KeyList is the keys of a server.
type KeyList struct {
	Title      string      `json:"title"`
	Columns    []KeyColumn `json:"columns"`
	Keys       []KeyInfo   `json:"keys"`
	Source     string      `json:"source"` // the request that listed them
	Millis     int         `json:"millis"` // how long it took
	FixedTitle string      `json:"fixedTitle"`
	FixedText  string      `json:"fixedText"` // why a key cannot be edited
	Form       KeyForm     `json:"form"`
	Scope      *ScopeForm  `json:"scope"` // null if no key can be derived
	Safe       string      `json:"safe"`  // the connection's safe mode
}

// List reads the keys.
func (k *Keys) List(q SessionRequest) (KeyList, error) {
	return call(k.calls, q.Call, func(ctx context.Context) (KeyList, error) {
		s, err := k.sessions.Get(q.Session)
		if err != nil {
			return KeyList{}, err
		}
		l, err := keys.List(ctx, s)
		if err != nil {
			return KeyList{}, err
		}
		return keyList(l, s.SafeMode()), nil
	})
}

// KeyRequest says which key to delete or how to make one.
type KeyRequest struct {
	Call    string   `json:"call"`
	Session string   `json:"session"`
	Tab     string   `json:"tab"`
	Delete  string   `json:"delete"` // a key's id; "" to make one
	Name    string   `json:"name"`
	Places  []string `json:"places"`
	Actions []string `json:"actions"`
	Expires string   `json:"expires"` // in milliseconds since 1970, "" for never
}

// KeyPlan is the request that makes or deletes a key, as it will be sent.
type KeyPlan struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Query  string `json:"query"`
	Body   string `json:"body"`
	Reason string `json:"reason"`
	Digest string `json:"digest"` // Send needs it to send exactly this, once
}

// Plan returns the request that makes or deletes a key, without sending it.
func (k *Keys) Plan(q KeyRequest) (KeyPlan, error) {
	return call(k.calls, q.Call, func(ctx context.Context) (KeyPlan, error) {
		s, err := k.sessions.Get(q.Session)
		if err != nil {
			return KeyPlan{}, err
		}
		args := &driver.KeyArgs{Delete: q.Delete, Name: q.Name, Places: q.Places, Actions: q.Actions}
		if args.Expires, err = keyTime(q.Expires); err != nil {
			return KeyPlan{}, err
		}
		p, err := k.plans.Make(ctx, s, q.Tab, args)
		if err != nil {
			return KeyPlan{}, err
		}
		r := &p.Request
		return KeyPlan{Method: r.Method, Path: r.Path, Query: r.Query, Body: string(r.Body), Reason: p.Reason, Digest: p.Digest}, nil
	})
}

// SendKey names the request that was shown.
type SendKey struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
	Digest  string `json:"digest"`
}

// KeyOutcome is the result of making or deleting a key.
type KeyOutcome struct {
	Outcome string   `json:"outcome"` // done, refused or unknown
	Error   *Failure `json:"error"`   // why, unless done
	ID      string   `json:"id"`      // of the new key
	Value   string   `json:"value"`   // of the new key, which nothing returns again
}

// Send sends the request that was shown, once.
func (k *Keys) Send(q SendKey) (KeyOutcome, error) {
	return call(k.calls, q.Call, func(ctx context.Context) (KeyOutcome, error) {
		s, err := k.sessions.Get(q.Session)
		if err != nil {
			return KeyOutcome{}, err
		}
		r, err := k.plans.Send(ctx, s, q.Tab, q.Digest)
		if err != nil {
			return KeyOutcome{}, err
		}
		return KeyOutcome{Outcome: string(r.Outcome), Error: reasonOf(r.Err), ID: r.ID, Value: r.Value}, nil
	})
}

// keyTime reads a time in milliseconds since 1970, "" for 0.
func keyTime(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	millis, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, &driver.Error{Kind: driver.Invalid, Message: "This is not a time."}
	}
	return millis, nil
}

// ScopeRequest is what was typed for a derived key.
type ScopeRequest struct {
	Call    string       `json:"call"`
	Session string       `json:"session"`
	Value   string       `json:"value"`   // of the key that it is derived from; "" to see only the parameters
	Values  []ScopeValue `json:"values"`  // by the ids of the form's fields
	Expires string       `json:"expires"` // in milliseconds since 1970, "" for never
}

// ScopeValue is what was typed into one field.
type ScopeValue struct {
	ID    string `json:"id"`
	Value string `json:"value"`
}

// ScopedKey is a derived key.
type ScopedKey struct {
	Embedded string `json:"embedded"` // the parameters in it
	Value    string `json:"value"`
}

// Scope derives a key from the value of another one. Nothing is sent, and neither value is stored.
func (k *Keys) Scope(q ScopeRequest) (ScopedKey, error) {
	return call(k.calls, q.Call, func(ctx context.Context) (ScopedKey, error) {
		s, err := k.sessions.Get(q.Session)
		if err != nil {
			return ScopedKey{}, err
		}
		args := &driver.ScopeArgs{}
		if args.Expires, err = keyTime(q.Expires); err != nil {
			return ScopedKey{}, err
		}
		for _, v := range q.Values {
			args.Values = append(args.Values, driver.Text{Key: v.ID, Value: v.Value})
		}
		scoped, err := keys.Scope(ctx, s, q.Value, args)
		if err != nil {
			return ScopedKey{}, err
		}
		return ScopedKey(*scoped), nil
	})
}

// KeysDrop names a tab that no longer shows a request.
type KeysDrop struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
}

// Drop forgets the request that a tab has shown.
func (k *Keys) Drop(q KeysDrop) (Nothing, error) {
	return call(k.calls, q.Call, func(context.Context) (Nothing, error) {
		k.plans.Drop(q.Session, q.Tab)
		return Nothing{}, nil
	})
}

func keyList(l *driver.KeyList, safe string) KeyList {
	list := KeyList{
		Title: l.Title, Columns: make([]KeyColumn, 0, len(l.Columns)), Keys: make([]KeyInfo, 0, len(l.Keys)), Source: l.Source, Millis: int(l.Millis),
		FixedTitle: l.Fixed.Key, FixedText: l.Fixed.Value, Safe: safe,
		Form: KeyForm{Title: l.Form.Title, Places: l.Form.Places, Hint: l.Form.Hint, All: l.Form.All, Groups: make([]KeyGroup, 0, len(l.Form.Groups))},
	}
	for _, c := range l.Columns {
		list.Columns = append(list.Columns, KeyColumn{c.Title, string(c.Look), c.Width})
	}
	if f := l.Scope; f != nil {
		list.Scope = &ScopeForm{
			Title: f.Title, SourceTitle: f.Source.Key, SourceHint: f.Source.Value, Fields: make([]ScopeField, 0, len(f.Inputs)),
			Expiry: f.Expiry, Unfit: f.Unfit, End: f.End,
		}
		for _, field := range f.Inputs {
			list.Scope.Fields = append(list.Scope.Fields, ScopeField(field))
		}
	}
	for i := range l.Keys {
		key := &l.Keys[i]
		info := KeyInfo{ID: key.ID, Name: key.Name, Cells: make([]KeyCell, len(l.Columns)), Expired: key.Expired, Reach: key.Reach, Head: key.Head, Scopes: key.Scopes}
		for n := range info.Cells {
			if n < len(key.Cells) {
				info.Cells[n] = keyCell(&key.Cells[n])
			}
		}
		list.Keys = append(list.Keys, info)
	}
	for _, g := range l.Form.Groups {
		group := KeyGroup{Title: g.Title, Actions: make([]KeyAction, 0, len(g.Actions))}
		for _, a := range g.Actions {
			group.Actions = append(group.Actions, KeyAction(a))
		}
		list.Form.Groups = append(list.Form.Groups, group)
	}
	return list
}

func keyCell(c *driver.KeyCell) KeyCell {
	cell := KeyCell{Text: c.Text, Wide: c.Wide}
	if c.Time != 0 {
		cell.Time = strconv.FormatInt(c.Time, 10)
	}
	return cell
}
