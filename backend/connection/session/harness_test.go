package session

import (
	"context"
	"testing"

	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/profile/connections"
)

// fields holds the values of a form by field id.
type fields = sessiontest.Fields

// drivers provides the drivers of this module and the fragile one.
type drivers struct{ t testing.TB }

// Open implements [Drivers].
func (d drivers) Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	return sessiontest.Drivers(d.t).Open(ctx, id)
}

// Short names of what nearly every test in this package needs.
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

// opened opens a connection for the duration of a test.
func opened(t testing.TB, table *Sessions, c connections.Connection, stored fields) *Session {
	t.Helper()
	return sessiontest.Open(t, table, c, stored)
}
