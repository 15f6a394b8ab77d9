package api

import (
	"context"
	"strconv"

	"quarry/backend/profile/connections"
	"quarry/backend/profile/settings"
	"quarry/backend/profile/unsaved"
	"quarry/drivers/driver"
)

// Drafts saves the unsaved edits of objects, so that they survive a crash or the end of the process.
type Drafts struct {
	calls    *Calls
	saved    *connections.Store
	store    *unsaved.Store
	settings *settings.Store
}

// SaveDraftRequest has the unsaved edits of a connection's object, in the page's own format.
type SaveDraftRequest struct {
	Call       string `json:"call"`
	Connection string `json:"connection"` // its id
	Object     string `json:"object"`
	Page       string `json:"page"`  // the page that staged them
	Draft      string `json:"draft"` // "" for none

	Before []string     `json:"before"` // earlier pages of its window
	Taken  []TakenDraft `json:"taken"`  // taken over from other pages' edits of the object
}

// TakenDraft is what a page took over, or its user discarded, of another page's edits.
type TakenDraft struct {
	Page  string `json:"page"`  // the page that saved it
	Saved string `json:"saved"` // when, as in SavedDraft
	Left  string `json:"left"`  // what is left of it, "" for nothing
}

// Save replaces the unsaved edits of an object that its page saved before. It saves nothing if the user does not want
// it. The error is of kind invalid if they are too large, or not-found if the connection was deleted.
func (d *Drafts) Save(q SaveDraftRequest) (Nothing, error) {
	return call(d.calls, q.Call, func(context.Context) (Nothing, error) {
		if !isSample(q.Connection) && q.Draft != "" {
			if _, err := d.saved.Get(q.Connection); err != nil {
				return Nothing{}, err
			}
		}
		taken := make([]unsaved.Taken, len(q.Taken))
		for i, one := range q.Taken {
			saved, err := strconv.ParseInt(one.Saved, 10, 64)
			if err != nil {
				return Nothing{}, &driver.Error{Kind: driver.Invalid, Message: "Not a time: " + one.Saved}
			}
			taken[i] = unsaved.Taken{Page: one.Page, Saved: saved, Left: one.Left}
		}
		return Nothing{}, d.store.Save(q.Connection, q.Object, unsaved.Reader{Page: q.Page, Before: q.Before}, q.Draft, taken...)
	})
}

// DraftsRequest names a connection, the page that asks, and earlier pages of its window.
type DraftsRequest struct {
	Call       string   `json:"call"`
	Connection string   `json:"connection"`
	Page       string   `json:"page"`
	Before     []string `json:"before"`
}

// SavedDraft is the unsaved edits of one object, in the page's own format.
type SavedDraft struct {
	Object string `json:"object"`
	Page   string `json:"page"`  // the page that staged them
	Saved  string `json:"saved"` // when, in milliseconds since 1970
	Draft  string `json:"draft"`
}

// DraftList has the unsaved edits of a connection.
type DraftList struct {
	Drafts []SavedDraft `json:"drafts"` // most recently saved first
	Notice string       `json:"notice"` // about unsaved edits that could not be read
	Off    bool         `json:"off"`    // the user chose to save none
}

// List returns the unsaved edits of a connection's objects, except those of other pages that are still open.
func (d *Drafts) List(q DraftsRequest) (DraftList, error) {
	return call(d.calls, q.Call, func(context.Context) (DraftList, error) {
		kept, err := d.store.List(q.Connection, unsaved.Reader{Page: q.Page, Before: q.Before})
		if err != nil {
			return DraftList{}, err
		}
		at, _ := d.settings.Get() // the settings sheet reports that they cannot be read
		list := DraftList{Drafts: make([]SavedDraft, 0, len(kept)), Notice: d.store.Notice(), Off: at.ForgetUnsaved}
		for i := range kept {
			list.Drafts = append(list.Drafts, SavedDraft{kept[i].Object, kept[i].Page, strconv.FormatInt(kept[i].Saved.UnixMilli(), 10), kept[i].Text})
		}
		return list, nil
	})
}
