package conformance

import (
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// keeper returns a connection to the target if the driver manages keys.
func (s *stand) keeper(t T) *connection {
	t.Helper()
	c := s.connect(t)
	if !c.has(t, driver.OpKeys) {
		t.Skipf("the driver manages no keys")
	}
	return c
}

// listsKeys: keys are listed by private reads, each with an id of its own and one cell for each column.
func listsKeys(t T, s *stand) {
	c, table := s.keeper(t), s.reads(t)
	c.wire.requests()
	list := do[driver.KeyList](t, c, call{op: driver.OpKeys, args: &driver.Empty{}})
	asked := c.wire.requests()
	requireReads(t, table, asked)
	for i := range asked {
		require.Truef(t, asked[i].Private, "%s lists keys and is not private", line(asked[i]))
	}
	require.NotEmpty(t, list.Columns)
	require.NotEmpty(t, list.Fixed.Value, "nothing says why a key cannot be edited")
	ids := map[string]bool{}
	for i := range list.Keys {
		k := &list.Keys[i]
		require.Falsef(t, k.ID == "" || ids[k.ID], "the key %q is not named once", k.ID)
		ids[k.ID] = true
		require.Lenf(t, k.Cells, len(list.Columns), "the key %s does not have one cell for each column", k.ID)
	}
	for _, g := range list.Form.Groups {
		for _, a := range g.Actions {
			require.Falsef(t, a.Name == "" || a.Meaning == "", "the action %q has no name or no meaning", a.Name)
		}
	}
}

// changesOneKey: making and deleting a key are planned as one private request that the manifest lists as a write and that
// is never repeated; planning and judging send nothing. If the response is lost, the outcome is unknown; after a refusal,
// nothing has changed.
func changesOneKey(t T, s *stand) {
	c, table := s.keeper(t), s.reads(t)
	c.wire.requests()
	plan := func(a *driver.KeyArgs) *driver.KeyPlan {
		ran := c.run(t.Context(), call{op: driver.OpPlanKey, args: a}, nil)
		require.Empty(t, lines(c.wire.requests()), "planning sends something")
		if ran.err != nil {
			require.NotEmpty(t, fault(t, ran, "planning").Message)
			return nil
		}
		p := decoded[driver.KeyPlan](t, ran)
		r := p.Request
		requirePlace(t, r)
		require.Falsef(t, table.IsRead(r.Method, r.Path), "%s is a read by the manifest", line(r))
		require.Truef(t, r.Private, "%s is not private", line(r))
		require.Falsef(t, r.RepeatIfBroken || len(r.Parts) > 0, "%s is repeated or not in one piece", line(r))
		require.Equalf(t, a.Delete == "", p.Reveal != "", "%s: a new key has a value, and a deleted one has none", line(r))
		return p
	}
	made := plan(&driver.KeyArgs{Name: "law", Places: []string{"one"}, Actions: []string{"two"}})
	require.NotNil(t, made, "no key can be made")
	require.Nil(t, plan(&driver.KeyArgs{Name: "law"}), "a key that allows nothing is made")
	gone := plan(&driver.KeyArgs{Delete: "7"})
	require.NotNil(t, gone, "the key 7 cannot be deleted")
	require.Contains(t, namesIn(t, gone.Request), "7")
	for _, id := range append([]string{"*", "7,8"}, oddNames...) {
		if p := plan(&driver.KeyArgs{Delete: id}); p != nil {
			require.Containsf(t, namesIn(t, p.Request), id, "deleting the key %q", id)
			require.NotContainsf(t, id, "*", "%q names no single key", id)
		}
	}
	refused := s.subject.refusal(http.StatusForbidden, refusedWords)
	lost := &driver.Error{Kind: driver.Timeout, Message: "nobody responded", Sent: true}
	for _, p := range []*driver.KeyPlan{made, gone} {
		for reply, want := range map[*driver.Reply]driver.Outcome{
			{Status: http.StatusForbidden, Body: []byte(refused.body)}: driver.OutcomeRefused,
			{Err: lost}: driver.OutcomeUnknown,
			{Err: &driver.Error{Kind: driver.Connect, Message: "nobody"}}: driver.OutcomeRefused,
		} {
			settled := do[driver.KeySettled](t, c, call{op: driver.OpSettleKey, args: &driver.KeySettleArgs{State: p.State, Reply: *reply}})
			require.Equalf(t, want, settled.Outcome, "%s, status %d, %v", line(p.Request), reply.Status, reply.Err)
			require.NotNil(t, settled.Err)
			require.NotEmpty(t, strings.TrimSpace(settled.Err.Message))
			require.Empty(t, lines(c.wire.requests()), "judging sends something")
		}
	}
}

// derivesAlone: deriving a key sends nothing, and the parameters that it signs are part of it.
func derivesAlone(t T, s *stand) {
	c := s.keeper(t)
	if !c.has(t, driver.OpScopeKey) {
		t.Skipf("the driver derives no keys")
	}
	form := do[driver.KeyList](t, c, call{op: driver.OpKeys, args: &driver.Empty{}}).Scope
	require.NotNil(t, form, "keys can be derived, and the list does not say how")
	require.NotEmpty(t, form.Inputs)
	args := &driver.ScopeArgs{Expires: 4_000_000_000_000}
	for _, f := range form.Inputs {
		require.Falsef(t, f.ID == "" || f.Title == "" || f.Hint == "", "the field %q has no title or no hint", f.ID)
		args.Values = append(args.Values, driver.Text{Key: f.ID, Value: "law_" + f.ID})
	}
	c.wire.requests()
	derived := do[driver.ScopedKey](t, c, call{op: driver.OpScopeKey, args: args})
	require.Empty(t, lines(c.wire.requests()), "deriving a key sends something")
	for _, f := range form.Inputs {
		require.Containsf(t, derived.Embedded, "law_"+f.ID, "%s is not in the key", f.Title)
	}
	signed, contains := false, false
	for _, p := range derived.Parts {
		signed, contains = signed || p.Digest, contains || p.Embedded
	}
	require.True(t, signed && contains, "the key is not signed, or does not contain what is")
	e := fault(t, c.run(t.Context(), call{op: driver.OpScopeKey, args: &driver.ScopeArgs{}}, nil), "deriving a key that can do as much as the other one")
	require.NotEmpty(t, e.Message)
}
