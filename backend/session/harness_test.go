package session

import (
	"context"
	"testing"

	"quarry/backend/connections"
	"quarry/backend/manifest"
	"quarry/backend/plugin"
	"quarry/backend/session/sessiontest"
)

// fields are the values of a form by their ids.
type fields = sessiontest.Fields

// drivers are the drivers of this module and the fragile one.
type drivers struct{ t testing.TB }

// Open implements [Drivers].
func (d drivers) Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	return sessiontest.Drivers(d.t).Open(ctx, id)
}

// Short names of what nearly every test of this package needs.
var (
	to          = sessiontest.To
	holding     = sessiontest.Holding
	record      = sessiontest.Record
	as8         = sessiontest.As8
	asTypesense = sessiontest.AsTypesense
	root        = sessiontest.Root
	manifestOf  = sessiontest.Manifest
	failure     = sessiontest.Failure
	address     = sessiontest.Address
)

// opened opens a connection for the length of a test.
func opened(t testing.TB, table *Sessions, c connections.Connection, stored fields) *Session {
	t.Helper()
	return sessiontest.Open(t, table, c, stored)
}
