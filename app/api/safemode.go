package api

import (
	"context"
	"errors"
	"fmt"

	"quarry/backend/connection/session"
	"quarry/backend/profile/connections"
	"quarry/drivers/driver"
)

// SafeModeRequest names an open connection and its new safe mode.
type SafeModeRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Mode    string `json:"mode"`
}

// SafeModeInfo is the current safe mode of an open connection.
type SafeModeInfo struct {
	SafeMode string `json:"safeMode"`
}

// SafeMode returns the safe mode of an open connection.
func (c *Connections) SafeMode(q SessionRequest) (SafeModeInfo, error) {
	return call(c.calls, q.Call, func(context.Context) (SafeModeInfo, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return SafeModeInfo{}, err
		}
		return SafeModeInfo{s.SafeMode()}, nil
	})
}

// SetSafeMode changes the safe mode immediately and saves it with the connection. A stricter mode takes effect even if
// it cannot be saved, and in every open session of the connection. A looser one takes effect only where it was chosen.
func (c *Connections) SetSafeMode(q SafeModeRequest) (SafeModeInfo, error) {
	return call(c.calls, q.Call, func(context.Context) (SafeModeInfo, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return SafeModeInfo{}, err
		}
		if err := session.CheckSafeMode(q.Mode); err != nil {
			return SafeModeInfo{}, err
		}
		if err := s.AllowsSafeMode(q.Mode); err != nil {
			return SafeModeInfo{}, err
		}
		if err := c.allowedByPreset(s, q.Mode); err != nil {
			return SafeModeInfo{}, err
		}
		c.tighten(s.Connection.ID, q.Mode)
		if err := c.saveSafeMode(s.Connection.ID, q.Mode); err != nil {
			return SafeModeInfo{}, err
		}
		return SafeModeInfo{q.Mode}, s.SetSafeMode(q.Mode)
	})
}

// leastSafeMode returns the loosest safe mode that the organisation allows for a connection, "" for any.
func (c *Connections) leastSafeMode(s *session.Session) string {
	limits := c.sessions.Limits
	if chosen := s.Connection.Fields[session.FieldSafeMode]; chosen != "" && connections.IsPreset(s.Connection.ID) {
		return limits.Least(chosen)
	}
	return limits.SafeMode
}

// allowedByPreset refuses a looser safe mode than the organisation chose for one of its connections.
func (c *Connections) allowedByPreset(s *session.Session, mode string) error {
	least := c.leastSafeMode(s)
	if least == "" || !session.StricterSafeMode(least, mode) {
		return nil
	}
	return &driver.Error{Kind: driver.Refused, Message: "Your organisation does not allow this safe mode for this connection."}
}

// tighten changes the safe mode in every open session of a connection where the new one is stricter.
func (c *Connections) tighten(id, mode string) {
	for _, s := range c.sessions.OfConnection(id) {
		s.Tighten(mode)
	}
}

// saveSafeMode saves a safe mode with a connection that is still saved.
func (c *Connections) saveSafeMode(id, mode string) error {
	if isSample(id) || connections.IsPreset(id) {
		return nil
	}
	err := c.store.SetField(id, session.FieldSafeMode, mode)
	if err != nil && !errors.Is(err, connections.ErrNotFound) {
		return fmt.Errorf("save the safe mode: %w", err)
	}
	return nil
}

// savedFields returns a function that returns a connection's currently saved field values, and whether it is saved.
func savedFields(store *connections.Store) func(id string) (map[string]string, bool) {
	return func(id string) (map[string]string, bool) {
		saved, err := store.Get(id)
		return saved.Fields, err == nil
	}
}
