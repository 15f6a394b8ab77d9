package catalogue

import (
	"context"
	"strings"

	"quarry/backend/registry"
)

// Addresses keeps the registry's address that the user chose.
type Addresses interface {
	// RegistryAddress gives the address, "" where none was chosen.
	RegistryAddress() (string, error)
	// KeepRegistryAddress keeps an address; "" forgets it.
	KeepRegistryAddress(address string) error
}

// Address is where the registry's index lies.
type Address struct {
	Text   string // "" where none is set
	Fixed  string // the sentence that says why no other one can be set, "" where one can
	Chosen bool   // by the user, not the build's own
}

// Address gives the registry's address: the one that is fixed, else the one that the user chose, else the build's own.
func (c *Catalogue) Address() (Address, error) {
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

// SetAddress lets drivers come from another registry: a path or URL of an index.json, "" for the build's own. The index
// is read and verified first; where that fails, the error is an *registry.Error and nothing changes. It is refused where
// the address is fixed.
func (c *Catalogue) SetAddress(ctx context.Context, text string) error {
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
