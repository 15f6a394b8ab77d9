package api

import (
	"context"
	"errors"
	"fmt"

	"quarry/backend/connection/session"
	"quarry/backend/profile/connections"
)

// SafeModeRequest names an open connection and the safe mode that it is to have.
type SafeModeRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Mode    string `json:"mode"`
}

// SafeModeInfo is the safe mode that is in force in an open connection.
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

// SetSafeMode puts a safe mode into force at once and saves it with the connection. A stricter one is in force even if it
// cannot be saved, and in everything that is open of the connection. A looser one is in force only where it was chosen.
func (c *Connections) SetSafeMode(q SafeModeRequest) (SafeModeInfo, error) {
	return call(c.calls, q.Call, func(context.Context) (SafeModeInfo, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return SafeModeInfo{}, err
		}
		if err := session.CheckSafeMode(q.Mode); err != nil {
			return SafeModeInfo{}, err
		}
		c.tighten(s.Connection.ID, q.Mode)
		if err := c.saveSafeMode(s.Connection.ID, q.Mode); err != nil {
			return SafeModeInfo{}, err
		}
		return SafeModeInfo{q.Mode}, s.SetSafeMode(q.Mode)
	})
}

// tighten puts a safe mode into force where it is stricter, in everything that is open of a connection.
func (c *Connections) tighten(id, mode string) {
	for _, s := range c.sessions.OfConnection(id) {
		s.Tighten(mode)
	}
}

// saveSafeMode saves a safe mode with a connection, unless that is no longer saved.
func (c *Connections) saveSafeMode(id, mode string) error {
	if id == sampleID {
		return nil
	}
	err := c.store.SetField(id, session.FieldSafeMode, mode)
	if err != nil && !errors.Is(err, connections.ErrNotFound) {
		return fmt.Errorf("save the safe mode: %w", err)
	}
	return nil
}

// savedFields returns the field values that are saved of a connection at this moment, and whether it is saved.
func savedFields(store *connections.Store) func(id string) (map[string]string, bool) {
	return func(id string) (map[string]string, bool) {
		saved, err := store.Get(id)
		return saved.Fields, err == nil
	}
}
