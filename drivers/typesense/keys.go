package typesense

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	// neverExpires is expires_at of a key that does not expire, in seconds since 1970.
	neverExpires = 64723363199
	// everywhere stands for every collection.
	everywhere = "*"

	fixedTitle = "A key cannot be edited."
	fixedText  = "Typesense keys are immutable. Deleting and recreating one would change a value that is in use: add a new key, move its users over, then delete the old one."

	hintKeys      = "Managing keys needs the key that the server was started with, or one that allows keys:*."
	reasonAddKey  = "The server makes the value of the key and returns it once."
	reasonDropKey = "Requests with this key are refused from then on. This cannot be undone."

	noKeyList    = "The response has no list of keys."
	noActions    = "Choose at least one action."
	noPlaces     = "Name at least one collection, or * for the whole server."
	expiredKey   = "The key would already be expired: choose a later time."
	notKeyID     = "This is not the id of a key."
	keyGone      = "The key no longer exists."
	keyMaybe     = "No usable response arrived, so the server may have added a key whose value nobody has seen."
	keyMaybeHint = "Reload the list. If the key is there, delete it and add another one."
	keyMaybeGone = "No usable response arrived, so the key may have been deleted."
	keyReload    = "Reload the list to see whether it is still there."
)

// Keys implements [driver.KeyKeeper] with GET /keys, which lists the first characters of each value (API keys, "List
// all keys"). The server sorts ids as texts.
func (engine) Keys(c *driver.Conn, _ *driver.Empty) (*driver.KeyList, error) {
	req := get("/keys", "", "keys")
	req.Private = true
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Pick, Pick: []string{"keys"}})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, keyRefusal(&req, r)
	}
	if !strings.HasPrefix(r.Picked[0], "[") {
		return nil, &driver.Error{Kind: driver.Engine, Message: noKeyList, Op: req.Method + " " + req.Path, Status: r.Status, Sent: true}
	}
	list := &driver.KeyList{
		Title: "API keys", Source: req.Method + " " + req.Path, Millis: r.Millis, Columns: keyColumns(), Form: keyForm(),
		Fixed: driver.Text{Key: fixedTitle, Value: fixedText}, Scope: scopeForm(),
	}
	jx.Items(r.Picked[0], func(item string) bool {
		list.Keys = append(list.Keys, readKey(item, c.Now()))
		return true
	})
	slices.SortStableFunc(list.Keys, func(a, b driver.Key) int { return cmp.Compare(number(a.ID), number(b.ID)) })
	return list, nil
}

func keyColumns() []driver.KeyColumn {
	return []driver.KeyColumn{
		{Title: "Id", Look: driver.KeyNumber, Width: 56},
		{Title: "Description", Look: driver.KeyName, Width: 190},
		{Title: "Prefix", Look: driver.KeyCode, Width: 80},
		{Title: "Collections", Look: driver.KeyText, Width: 142},
		{Title: "Actions", Look: driver.KeyCode},
		{Title: "Expires", Look: driver.KeyText, Width: 138},
	}
}

// readKey reads one key of the list.
func readKey(item string, now int64) driver.Key {
	raw, _ := jx.Get(item, "id")
	key := driver.Key{ID: raw, Name: jx.Text(item, "description")}
	places, actions := textsAt(item, "collections"), textsAt(item, "actions")
	prefix := jx.Text(item, "value_prefix")
	key.Head, key.Scopes = prefix, slices.Equal(actions, []string{searchAction})
	if prefix != "" {
		prefix += "…"
	}
	where := driver.KeyCell{Text: strings.Join(places, ", ")}
	if reachesAll(places) {
		where = driver.KeyCell{Text: "Server-wide", Wide: true}
	}
	expires := driver.KeyCell{Text: "Never"}
	at, _ := jx.Get(item, "expires_at")
	if seconds := number(at); seconds >= 0 && seconds < neverExpires {
		expires = driver.KeyCell{Time: max(1, seconds*1000)}
		key.Expired = seconds*1000 < now
	}
	key.Cells = []driver.KeyCell{
		{Text: raw}, {Text: key.Name}, {Text: prefix}, where, {Text: strings.Join(actions, ", ")}, expires,
	}
	key.Reach = reachOf(actions, places)
	return key
}

func textsAt(item, name string) []string {
	var texts []string
	list, _ := jx.Get(item, name)
	jx.Items(list, func(text string) bool {
		texts = append(texts, jx.Unquote(text))
		return true
	})
	return texts
}

func reachesAll(places []string) bool {
	return slices.Contains(places, everywhere) || slices.Contains(places, ".*")
}

// PlanKey implements [driver.KeyKeeper] (API keys, "Create an API key", "Delete an API key").
func (engine) PlanKey(c *driver.Conn, a *driver.KeyArgs) (*driver.KeyPlan, error) {
	if a.Delete != "" {
		return planDropKey(a.Delete)
	}
	why := ""
	switch {
	case len(a.Actions) == 0 || slices.Contains(a.Actions, ""):
		why = noActions
	case len(a.Places) == 0 || slices.Contains(a.Places, ""):
		why = noPlaces
	case a.Expires != 0 && a.Expires <= c.Now():
		why = expiredKey
	}
	if why != "" {
		return nil, &driver.Error{Kind: driver.Invalid, Message: why}
	}
	w := jx.NewWriter(searchRoom).Open('{').Key("description").Text(a.Name)
	w.Key("actions").Texts(a.Actions).Key("collections").Texts(a.Places)
	if a.Expires != 0 {
		w.Key("expires_at").Int(a.Expires / 1000)
	}
	return &driver.KeyPlan{
		Request: driver.Request{
			Method: "POST", Path: "/keys", Body: w.Close("}").Bytes(), Purpose: "add key", Private: true,
			Headers: []driver.Header{{Name: "Content-Type", Value: "application/json"}},
		},
		Reveal: "value", Pick: []string{"id"}, Reason: reasonAddKey,
	}, nil
}

func planDropKey(id string) (*driver.KeyPlan, error) {
	if n, err := strconv.ParseUint(id, 10, 64); err != nil || strconv.FormatUint(n, 10) != id {
		return nil, &driver.Error{Kind: driver.Invalid, Message: notKeyID}
	}
	return &driver.KeyPlan{
		Request: driver.Request{Method: "DELETE", Path: "/keys/" + id, Purpose: "delete key", Private: true}, Reason: reasonDropKey,
		State: []byte(id),
	}, nil
}

// SettleKey implements [driver.KeyKeeper].
func (engine) SettleKey(_ *driver.Conn, a *driver.KeySettleArgs) (*driver.KeySettled, error) {
	r, id := &a.Reply, string(a.State)
	switch {
	case r.Err != nil && !r.Err.Sent:
		return &driver.KeySettled{Outcome: driver.OutcomeRefused, Err: r.Err}, nil
	case r.Err != nil:
		return keyUnknown(id, r.Err), nil
	case r.OK() && id == "" && r.Shown != 0 && len(r.Picked) == 1 && r.Picked[0] != "":
		return &driver.KeySettled{Outcome: driver.OutcomeDone, ID: r.Picked[0]}, nil
	case r.OK() && id != "":
		if deleted, _ := jx.Get(string(r.Body), "id"); deleted == id {
			return &driver.KeySettled{Outcome: driver.OutcomeDone}, nil
		}
	}
	e := keyRefusal(&driver.Request{}, r)
	e.Op = ""
	_, said := messageText(string(r.Body))
	switch {
	case id != "" && r.Status == 404 && said:
		e.Detail, e.Message = e.Message, keyGone
		return &driver.KeySettled{Outcome: driver.OutcomeRefused, Err: e}, nil
	case r.Status == 404 && said, rejected(r.Status, said):
		return &driver.KeySettled{Outcome: driver.OutcomeRefused, Err: e}, nil
	}
	return keyUnknown(id, e), nil
}

// keyUnknown returns the outcome without a usable response.
func keyUnknown(id string, cause *driver.Error) *driver.KeySettled {
	e := &driver.Error{Kind: cause.Kind, Message: keyMaybe, Hint: keyMaybeHint, Detail: cause.Message, Code: cause.Code, Status: cause.Status, Sent: true}
	if id != "" {
		e.Message, e.Hint = keyMaybeGone, keyReload
	}
	return &driver.KeySettled{Outcome: driver.OutcomeUnknown, Err: e}
}

// keyRefusal returns the error for a response whose status is not 2xx.
func keyRefusal(req *driver.Request, r *driver.Reply) *driver.Error {
	e := answered(req, r)
	if e.Kind == driver.Auth {
		e.Hint = hintKeys
	}
	return e
}
