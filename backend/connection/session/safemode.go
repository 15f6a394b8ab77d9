package session

import (
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// SafeMode returns the current safe mode. It can change while the connection is open.
func (s *Session) SafeMode() string { return string(s.safety.Mode()) }

// SetSafeMode changes the safe mode immediately. The error is of kind invalid if mode is not a safe
// mode, and refused if the organisation does not allow it.
func (s *Session) SetSafeMode(mode string) error {
	if err := CheckSafeMode(mode); err != nil {
		return err
	}
	if err := s.AllowsSafeMode(mode); err != nil {
		return err
	}
	s.safety.Set(transport.SafeMode(mode))
	return nil
}

// AllowsSafeMode returns an error of kind refused if a safe mode is looser than the organisation allows.
func (s *Session) AllowsSafeMode(mode string) error {
	if s.safety.Allows(transport.SafeMode(mode)) {
		return nil
	}
	return &driver.Error{Kind: driver.Refused, Message: "Your organisation does not allow this safe mode.", Hint: "Settings > Policy shows what your organisation has set."}
}

// Tighten changes the safe mode immediately if mode is stricter than the current one.
func (s *Session) Tighten(mode string) { s.safety.Tighten(transport.SafeMode(mode)) }

// followSaved makes writes follow a stricter mode that was saved with the connection.
func (s *Session) followSaved(saved func(id string) (map[string]string, bool)) {
	if saved == nil {
		return
	}
	s.safety.Saved = func() (transport.SafeMode, bool) {
		fields, ok := saved(s.Connection.ID)
		return transport.SafeMode(FormValuesOf(s.Manifest, fields).SafeMode()), ok
	}
}

// Permit returns a permit for requests that were planned under a safe mode.
func (s *Session) Permit(plannedUnder string, requests ...transport.Request) *transport.Permit {
	return transport.NewPermit(transport.SafeMode(plannedUnder), requests...)
}

// Stricter reports whether the safe mode has become stricter than the one that something was planned under.
func (s *Session) Stricter(plannedUnder string) bool {
	return s.safety.Mode().StricterThan(transport.SafeMode(plannedUnder))
}

// StricterSafeMode reports whether mode refuses something that than allows.
func StricterSafeMode(mode, than string) bool {
	return transport.SafeMode(mode).StricterThan(transport.SafeMode(than))
}

// CheckSafeMode returns an error of kind invalid if mode is not a safe mode.
func CheckSafeMode(mode string) error {
	switch mode {
	case SafeOff, SafeConfirm, SafeReadOnly:
		return nil
	}
	return &driver.Error{Kind: driver.Invalid, Message: "Unknown safe mode."}
}
