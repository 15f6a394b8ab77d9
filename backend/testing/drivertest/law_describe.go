package drivertest

import (
	"maps"
	"slices"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// optional are operations that a driver can lack, with empty arguments.
var optional = map[string]wire.Message{
	driver.OpResolve: &driver.ResolveArgs{}, driver.OpRelease: &driver.ReleaseArgs{}, driver.OpDocument: &driver.DocumentArgs{},
}

// describes: describe sends nothing, returns the driver's id as in its manifest and this protocol, and lists exactly
// the optional operations that it has: the others fail with kind unsupported.
func describes(t T, s *stand) {
	c := s.start(t, s.ways[0], nobody)
	about := do[driver.Description](t, c, call{op: driver.OpDescribe})
	require.Empty(t, c.wire.requests(), "describe sent something")
	require.NotEmpty(t, about.ID)
	if m := s.manifest(t); m != nil {
		require.Equal(t, m.ID, about.ID, "the manifest names another driver")
		require.Equal(t, m.Protocol, about.Protocol)
	}
	require.Equal(t, driver.Protocol, about.Protocol)
	keys := map[string]bool{}
	for _, text := range about.Texts {
		require.NotEmptyf(t, text.Value, "the text %s is empty", text.Key)
		require.Falsef(t, keys[text.Key], "there are two texts %s", text.Key)
		keys[text.Key] = true
	}
	asked := maps.Clone(optional)
	for _, op := range about.Ops {
		if asked[op] == nil {
			asked[op] = &driver.Empty{}
		}
	}
	for op, args := range asked {
		ran := c.run(t.Context(), call{op: op, args: args}, nil)
		require.Equalf(t, !slices.Contains(about.Ops, op), unsupported(ran), "%s: %v", op, ran.err)
	}
	require.True(t, unsupported(c.run(t.Context(), call{op: "an operation of no version", args: &driver.Empty{}}, nil)))
}

// unsupported reports whether an operation failed because the driver does not support it.
func unsupported(o *outcome) bool {
	e, ok := o.err.(*driver.Error)
	return ok && e.Kind == driver.Unsupported
}

// manifest reads the subject's manifest, nil if it has none.
func (s *stand) manifest(t T) *manifest.Manifest {
	t.Helper()
	if s.subject.Manifest == nil {
		return nil
	}
	m, err := manifest.Parse(s.subject.Manifest)
	require.NoError(t, err)
	return m
}
