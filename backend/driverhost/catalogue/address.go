package catalogue

import (
	"context"
	"strings"

	"quarry/backend/driverhost/registry"
)

// Addresses stores the registry address that the user chose.
type Addresses interface {
	// RegistryAddress returns the address, "" if none was chosen.
	RegistryAddress() (string, error)
	// KeepRegistryAddress saves an address; "" removes it.
	KeepRegistryAddress(address string) error
}

// Address is where the registry's index is.
type Address struct {
	Text   string // "" if none is set
	Fixed  string // why it cannot be changed, in a sentence; "" if it can
	Chosen bool   // set by the user, not by the build
}

// Address returns the registry's address: the fixed one, otherwise the user's choice, otherwise the build's default.
// While nothing may be read from the registry, the address is fixed for that reason.
func (c *Catalogue) Address() (Address, error) {
	at, err := c.decidedAddress()
	if err == nil && c.refusal != "" {
		at.Fixed = c.refusal
	}
	return at, err
}

func (c *Catalogue) decidedAddress() (Address, error) {
	if c.given != (Address{}) {
		return c.given, nil
	}
	if c.chosen != nil {
		text, err := c.chosen.RegistryAddress()
		if err != nil {
			return Address{}, err
		}
		if text != "" {
			return Address{Text: text, Chosen: true}, nil
		}
	}
	return Address{Text: registry.DefaultAddress()}, nil
}

// SetAddress changes the registry: text is the path or URL of an index.json, "" for the build's default. The index is
// read and verified first; if that fails, the error is a *registry.Error and nothing changes. It is refused if the
// address is fixed.
func (c *Catalogue) SetAddress(ctx context.Context, text string) error {
	if err := c.closedBy(); err != nil {
		return err
	}
	if c.given != (Address{}) || c.chosen == nil {
		return &registry.Error{Kind: registry.BadAddress, Message: strings.TrimSpace("The registry address cannot be changed. " + c.given.Fixed)}
	}
	if text = strings.TrimSpace(text); text == "" {
		return c.chosen.KeepRegistryAddress("")
	}
	fresh, err := c.client.Fetch(ctx, text)
	if err != nil {
		return err
	}
	if fresh.Kept {
		return &registry.Error{Kind: registry.Unreachable, Message: fresh.Notice, Detail: fresh.Address}
	}
	if err := c.chosen.KeepRegistryAddress(fresh.Address); err != nil {
		return err
	}
	c.adopt(fresh.Address, fresh)
	return nil
}
