package session

import (
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// Limits are what the user's organisation decides about all connections. The zero value decides nothing.
type Limits struct {
	Closed   string                     // why nothing can be connected to, in a sentence; "" if something can
	SafeMode string                     // the loosest safe mode, "" for any
	Host     func(id, host string) bool // whether the connection with an id may have a host; nil for any
}

// Least returns the stricter of a safe mode and the loosest allowed one.
func (l Limits) Least(mode string) string {
	if l.SafeMode != "" && StricterSafeMode(l.SafeMode, mode) {
		return l.SafeMode
	}
	return mode
}

// open returns an error of kind refused if nothing can be connected to.
func (l Limits) open() error {
	if l.Closed == "" {
		return nil
	}
	return &driver.Error{Kind: driver.Refused, Message: l.Closed, Hint: "Ask your administrator to repair it, then start Quarry again. Settings > Policy shows what is wrong."}
}

// allow returns an error of kind refused if the connection must not be made to a host.
func (l Limits) allow(id, host string) error {
	if l.Host == nil || l.Host(id, host) {
		return nil
	}
	return &driver.Error{Kind: driver.Refused, Message: HostRefused(host), Hint: "Settings > Policy lists the hosts that are allowed."}
}

// HostRefused says in a sentence that the organisation does not allow connections to a host.
func HostRefused(host string) string {
	return "Your organisation does not allow connections to " + host + "."
}

// safety returns the safe mode of a new connection.
func (l Limits) safety(mode string) *transport.Safety {
	least := transport.SafeOff
	if l.SafeMode != "" {
		least = transport.SafeMode(l.SafeMode)
	}
	return transport.NewSafetyFrom(least, transport.SafeMode(mode))
}
