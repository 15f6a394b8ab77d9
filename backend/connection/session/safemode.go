package session

import (
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// SafeMode returns the safe mode that is in force. It can change while the connection is open.
func (s *Session) SafeMode() string { return string(s.safety.Mode()) }

// SetSafeMode puts a safe mode into force at once. The error is of kind invalid if it is none.
func (s *Session) SetSafeMode(mode string) error {
	if err := CheckSafeMode(mode); err != nil {
		return err
	}
	s.safety.Set(transport.SafeMode(mode))
	return nil
}

// Tighten puts a safe mode into force at once if it is stricter than the present one.
func (s *Session) Tighten(mode string) { s.safety.Tighten(transport.SafeMode(mode)) }

// followSaved puts a stricter mode that is saved with the connection into force before a write.
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

// Stricter reports whether the safe mode became stricter than the one under which something was planned.
func (s *Session) Stricter(plannedUnder string) bool {
	return s.safety.Mode().StricterThan(transport.SafeMode(plannedUnder))
}

// StricterSafeMode reports whether a safe mode refuses something that another one allows.
func StricterSafeMode(mode, than string) bool {
	return transport.SafeMode(mode).StricterThan(transport.SafeMode(than))
}

// CheckSafeMode returns an error of kind invalid if the text is not a safe mode.
func CheckSafeMode(mode string) error {
	switch mode {
	case SafeOff, SafeConfirm, SafeReadOnly:
		return nil
	}
	return &driver.Error{Kind: driver.Invalid, Message: "Unknown safe mode."}
}
