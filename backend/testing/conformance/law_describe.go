package conformance

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

// describes: describe sends nothing, returns the manifest's driver id and this protocol, and lists exactly the optional
// operations that the driver has: the others fail with kind unsupported.
func describes(t T, s *stand) {
	c := s.start(t, s.ways[0], nobody)
	about := do[driver.Description](t, c, call{op: driver.OpDescribe})
	require.Empty(t, c.wire.requests(), "describe sent something")
	require.NotEmpty(t, about.ID)
	if m := s.manifest(t); m != nil {
		require.Equal(t, m.ID, about.ID, "the manifest names another driver")
		require.Equal(t, driver.Protocol, m.Protocol, "the manifest has another protocol than the contract that the driver is built with")
	}
	require.Equal(t, driver.Protocol, about.Protocol, "the driver was built with another version of the contract")
	keys := map[string]bool{}
	for _, text := range about.Texts {
		require.NotEmptyf(t, text.Value, "the text %s is empty", text.Key)
		require.Falsef(t, keys[text.Key], "there are two texts %s", text.Key)
		keys[text.Key] = true
	}
	requireOperators(t, about)
	requireKinds(t, about.Kinds)
	asked := maps.Clone(optional)
	for _, op := range about.Ops {
		if asked[op] == nil {
			asked[op] = &driver.Empty{}
		}
	}
	for op, args := range asked {
		ran := c.run(t.Context(), call{op: op, args: args}, nil)
		if slices.Contains(about.Ops, op) {
			require.Falsef(t, unsupported(ran), "the driver implements %s, which fails as unsupported: %v; for arguments that it does not know, return another kind", op, ran.err)
		} else {
			require.Truef(t, unsupported(ran), "the driver does not implement %s, which does not fail as unsupported: %v", op, ran.err)
		}
	}
	require.True(t, unsupported(c.run(t.Context(), call{op: "an operation of no version", args: &driver.Empty{}}, nil)))
}

// requireKinds: each kind of object has a unique id, both of its nouns and an icon, and one kind is always listed.
func requireKinds(t T, kinds []driver.ObjectKind) {
	t.Helper()
	known, always := map[string]bool{"": true}, false
	for _, k := range kinds {
		require.Falsef(t, known[k.ID], "there are two kinds %q", k.ID)
		known[k.ID], always = true, always || k.Listed == driver.ListedAlways
		require.Truef(t, k.Title != "" && k.Plural != "", "the kind %s has no title", k.ID)
		require.Containsf(t, []driver.Icon{driver.IconTable, driver.IconLayers, driver.IconLink}, k.Icon, "%s", k.ID)
		require.Containsf(t, []driver.Listing{driver.ListedNever, driver.ListedAlso, driver.ListedAlways}, k.Listed, "%s", k.ID)
	}
	require.True(t, always, "no kind of objects is listed")
}

// arities are how many values an operator takes, by role.
var arities = map[driver.OperatorRole]driver.Arity{
	driver.HasValue: driver.OneValue, driver.LacksValue: driver.OneValue, driver.HasAnyValue: driver.Values, driver.LacksValues: driver.Values,
	driver.HasNothing: driver.NoValue, driver.HasSomething: driver.NoValue, driver.HasEmptyText: driver.NoValue, driver.HasOtherText: driver.NoValue,
	driver.InRange: driver.TwoValues, driver.FromOn: driver.OneValue,
}

// requireOperators checks the operators that a driver lists: each has a unique id, a title, a hint, a known arity and
// editor, and a role that no other operator has. The operators to offer instead are listed as well.
func requireOperators(t T, about *driver.Description) {
	t.Helper()
	require.Equal(t, slices.Contains(about.Ops, driver.OpFilter), len(about.Operators) > 0, "a driver lists operators if it filters")
	known, roles := map[driver.OperatorID]bool{}, map[driver.OperatorRole]bool{"": true}
	for i := range about.Operators {
		o := &about.Operators[i]
		require.NotEmptyf(t, o.ID, "operator %d has no id", i)
		require.Falsef(t, known[o.ID], "there are two operators %s", o.ID)
		known[o.ID] = true
		require.NotEmptyf(t, o.Title, "the operator %s has no title", o.ID)
		require.NotEmptyf(t, o.Hint, "the operator %s does not say what it finds", o.ID)
		require.Containsf(t, []driver.Arity{driver.NoValue, driver.OneValue, driver.TwoValues, driver.Values}, o.Arity, "%s", o.ID)
		require.Containsf(t, []driver.ValueEditor{driver.EditAsColumn, driver.EditText, driver.EditQuery}, o.Editor, "%s", o.ID)
		raw := o.Editor == driver.EditQuery
		require.Equalf(t, raw, o.ID == driver.RawQuery, "%s: the operator of a row without a column", o.ID)
		require.Truef(t, !raw || o.Arity == driver.OneValue && o.Language != "" && o.Example != "", "%s needs one query, a language and an example", o.ID)
		if o.Role != "" {
			require.Falsef(t, roles[o.Role], "two operators are for %s", o.Role)
			require.Equalf(t, arities[o.Role], o.Arity, "%s is for %s", o.ID, o.Role)
		}
		roles[o.Role] = true
	}
	for i := range about.Operators {
		for _, id := range about.Operators[i].Instead {
			require.Truef(t, known[id], "%s is offered in place of %s (Operator.Instead), and is not listed", id, about.Operators[i].ID)
		}
	}
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
