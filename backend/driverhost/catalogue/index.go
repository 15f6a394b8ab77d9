package catalogue

import (
	"context"

	"quarry/backend/driverhost/registry"
)

// index returns the registry's index. It uses the last one, unless refresh is set or that one was only the saved one or
// came from another address.
func (c *Catalogue) index(ctx context.Context, refresh bool) (*registry.Listing, error) {
	if err := c.closedBy(); err != nil {
		return nil, err
	}
	at, err := c.Address()
	if err != nil {
		return nil, err
	}
	if known := c.known(at.Text); known != nil && !refresh && !known.Kept {
		return known, nil
	}
	fresh, err := c.client.Fetch(ctx, at.Text)
	if err != nil {
		return nil, err
	}
	c.adopt(at.Text, fresh)
	return fresh, nil
}

// known returns the last index from the address, nil if there is none.
func (c *Catalogue) known(address string) *registry.Listing {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listed != address {
		return nil
	}
	return c.listing
}

func (c *Catalogue) adopt(address string, listing *registry.Listing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.listing, c.listed = listing, address
}

func (c *Catalogue) entry(ctx context.Context, id string, refresh bool) (registry.Entry, error) {
	index, err := c.index(ctx, refresh)
	if err != nil {
		return registry.Entry{}, err
	}
	if e, found := find(index, id); found {
		return e, nil
	}
	return registry.Entry{}, &registry.Error{Kind: registry.NotInstalled, Message: "The registry does not offer this driver.", Detail: id}
}

// find returns a driver's entry in an index, which may be nil.
func find(index *registry.Listing, id string) (entry registry.Entry, found bool) {
	if index == nil {
		return registry.Entry{}, false
	}
	for _, e := range index.Index.Entries {
		if e.ID == id {
			return e, true
		}
	}
	return registry.Entry{}, false
}
