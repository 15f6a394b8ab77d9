package registry

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"quarry/backend/profile"
)

// Client fetches and verifies a registry's index and saves the last one. Set its fields before use; it is safe for
// concurrent use.
type Client struct {
	Keys      Keys
	Folder    string            // the profile folder, where the last verified index and the sequences seen are saved
	Transport http.RoundTripper // nil: the system's certificates and the environment's proxy
	Stall     time.Duration     // a download without data for this long fails; 0: 30 s
	Now       func() time.Time  // nil: the system's clock

	after func(time.Duration, func()) (stop func() bool) // see fetcher
}

// Listing is an index and its origin.
type Listing struct {
	Index   *Index
	Address string
	Fetched time.Time // when it was read from the address
	Kept    bool      // the address could not be read: this is the saved index
	Notice  string    // the sentence about it, "" unless Kept
}

// Fetch reads the index at the address (a file's path, a file: URL, an https URL, or an http URL on a loopback host)
// and its detached signature, and verifies signature, sequence and expiry. If the address cannot be read, it returns
// the last verified index from the same address with a Notice; without one the error's kind is Unreachable. An index
// that was read but refused is an *Error of its own kind, and the saved one never replaces it.
func (c *Client) Fetch(ctx context.Context, address string) (*Listing, error) {
	at, err := locate(address)
	if err != nil {
		return nil, err
	}
	data, signature, failure := c.readSigned(ctx, at)
	if failure != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("fetch the index of the driver registry: %w", ctx.Err())
	}
	release, err := profile.Lock(filepath.Join(c.Folder, keptName))
	if err != nil {
		return nil, storage("save the index", err)
	}
	defer release()
	kept, err := c.readKept()
	if err != nil {
		return nil, err
	}
	var refused *Error
	switch {
	case errors.As(failure, &refused) && refused.Kind == Unreachable:
		return c.listKept(kept, at, refused)
	case failure != nil:
		return nil, failure
	}
	index, err := c.accept(data, signature, kept, at)
	if err != nil {
		return nil, err
	}
	fetched := c.now()
	if err := c.keep(kept, at, index, data, signature, fetched); err != nil {
		return nil, err
	}
	return &Listing{Index: index, Address: at.String(), Fetched: fetched}, nil
}

// readSigned reads the index and its signature. Its errors are *Error, of kind Unreachable if one of them could not be
// read.
func (c *Client) readSigned(ctx context.Context, at location) (data, signature []byte, err error) {
	from := fetcher{c.Transport, c.Stall, c.after}
	if data, err = from.read(ctx, at, maxIndex); err != nil {
		return nil, nil, unread(at, err, "index")
	}
	beside := at.signature()
	signature, err = from.read(ctx, beside, maxSignature)
	var refused *Error
	switch {
	case err == nil:
		return data, signature, nil
	case errors.As(err, &refused):
		return nil, nil, badSignature(fmt.Sprintf("%s is larger than %d bytes", beside.name(), maxSignature))
	case missing(err):
		return nil, nil, &Error{
			Kind:    NoSignature,
			Message: fmt.Sprintf("The registry's signature file is missing (%s).", beside.name()),
			Detail:  beside.shown(),
			Err:     withoutAddress(err),
		}
	}
	return nil, nil, unread(beside, err, "signature file")
}

// unread returns why a file of the registry could not be read. It returns an *Error unchanged.
func unread(at location, err error, what string) error {
	var refused *Error
	if errors.As(err, &refused) {
		return refused
	}
	sentence := "Quarry cannot read the registry's " + what
	if unreached(err) {
		sentence = "Quarry cannot reach the registry"
	}
	return &Error{Kind: Unreachable, Message: fmt.Sprintf("%s: %s.", sentence, cause(err)), Detail: at.shown(), Err: withoutAddress(err)}
}

// accept verifies the index and resolves its packages' addresses.
func (c *Client) accept(data, signature []byte, kept *keptFile, at location) (*Index, error) {
	index, err := readIndex(data, signature, c.Keys.without(kept.revoked))
	if err != nil {
		return nil, err
	}
	switch seen, digest := kept.Seen[index.Key], kept.Sums[index.Key]; {
	case index.Sequence < seen:
		return nil, downgrade(index.Sequence, seen)
	case index.Sequence == seen && digest != "" && digest != sum(data):
		return nil, reused(seen)
	}
	if !c.now().Before(index.Expires) {
		return nil, expired(index.Expires)
	}
	for _, entry := range index.Entries {
		if err := at.resolveAll(entry.Packages); err != nil {
			return nil, badIndex("package of "+entry.ID, err)
		}
	}
	if index.Application != nil {
		if err := at.resolveAll(index.Application.Installers); err != nil {
			return nil, badIndex("installer of the application", err)
		}
	}
	return index, nil
}

// resolveAll makes the files' addresses, which may be relative to the index, absolute.
func (l location) resolveAll(packages []Package) error {
	for i := range packages {
		resolved, err := l.resolve(packages[i].URL)
		if err != nil {
			return err
		}
		packages[i].URL = resolved.String()
	}
	return nil
}

// listKept returns the last verified index from the address, verified again, because the address could not be read.
func (c *Client) listKept(kept *keptFile, at location, unreachable *Error) (*Listing, error) {
	if kept.Address != at.String() || len(kept.Index) == 0 {
		return nil, unreachable
	}
	index, err := c.accept(kept.Index, kept.Signature, kept, at)
	if err != nil {
		unreachable.Err = errors.Join(unreachable.Err, err)
		return nil, unreachable
	}
	return &Listing{
		Index: index, Address: kept.Address, Fetched: kept.Fetched, Kept: true,
		Notice: fmt.Sprintf("%s This list is from %s.", unreachable.Message, date(kept.Fetched)),
	}, nil
}

func (c *Client) now() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}
