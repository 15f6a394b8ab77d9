package typesense_test

// SPEC: B-KEY-01, B-KEY-02, B-KEY-03, B-KEY-04

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

func TestKeysAreListedAsTheServerDescribesThem(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, map[string]script.Response{"GET /keys": recorded(t, version, "keys.list_after")})
			list := &driver.KeyList{}
			require.NoError(t, run(h, driver.OpKeys, &driver.Empty{}, list))
			require.Len(t, h.Sent, 1)
			require.True(t, h.Sent[0].Private)
			require.Equal(t, "GET /keys", list.Source)
			require.Equal(t, "A key cannot be edited.", list.Fixed.Key)

			titles, rows, ids := []string{}, map[string]string{}, []string{}
			for _, c := range list.Columns {
				titles = append(titles, c.Title)
			}
			for i := range list.Keys {
				k := &list.Keys[i]
				require.Len(t, k.Cells, len(list.Columns))
				texts := []string{}
				for n := range k.Cells {
					texts = append(texts, k.Cells[n].Text)
				}
				rows[k.Name], ids = strings.Join(texts[3:], " | "), append(ids, k.ID)
				assert.Equal(t, k.Name, texts[1])
			}
			require.Equal(t, []string{"Id", "Description", "Prefix", "Collections", "Actions", "Expires"}, titles)
			require.Equal(t, []string{"0", "2", "3"}, ids[:3], "by number: the server sorts by text")
			require.Equal(t, "Server-wide | * | Never", rows["all"])
			require.Equal(t, "items | * | Never", rows["items"])
			require.Equal(t, "it.* | collections:list, documents:search | Never", rows["regex"])
			require.Equal(t, "Server-wide | metrics.json:list, stats.json:list | Never", rows["metrics"])
		})
	}
}

func listedKey(t *testing.T, key string) driver.Key {
	t.Helper()
	h := host(t, map[string]script.Response{"GET /keys": script.JSON(200, `{"keys":[`+key+`]}`)})
	list := &driver.KeyList{}
	require.NoError(t, run(h, driver.OpKeys, &driver.Empty{}, list))
	require.Len(t, list.Keys, 1)
	return list.Keys[0]
}

func TestAKeySaysWhenItExpires(t *testing.T) {
	const key = `{"id":1,"description":"d","actions":["*"],"collections":["*"],"value_prefix":"abcd","expires_at":`
	rows := []struct {
		name, at string
		time     int64
		text     string
		expired  bool
	}{
		{"never", "64723363199", 0, "Never", false},
		{"in the past", "1000", 1_000_000, "", true},
		{"at the beginning of time", "0", 1, "", true},
		{"far away", "40000000000", 40_000_000_000_000, "", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			k := listedKey(t, key+row.at+"}")
			require.Equal(t, row.expired, k.Expired)
			require.Equal(t, driver.KeyCell{Text: row.text, Time: row.time}, k.Cells[5])
			require.Equal(t, "abcd…", k.Cells[2].Text)
		})
	}
}

// The routes of these resources name no collection: a key for one collection reads and deletes every set, and one with
// all actions lists the keys and compacts the database.
func TestAKeySaysWhatItReachesBesidesItsCollections(t *testing.T) {
	rows := []struct{ name, actions, collections, want string }{
		{"what a collection limits", `"documents:*","collections:get"`, `"a"`, ""},
		{"sets", `"synonym_sets:*"`, `"a"`, "Not limited to collections: synonym sets."},
		{"keys", `"keys:list","curation_sets:list"`, `"a","b"`, "Not limited to collections: keys, curation sets."},
		{"all actions", `"*"`, `"a"`, "Not limited to collections: keys, synonym sets, curation sets, metrics, statistics, the server's state, operations."},
		{"a key for the whole server", `"*"`, `"*"`, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			k := listedKey(t, `{"id":1,"description":"d","actions":[`+row.actions+`],"collections":[`+row.collections+`],"value_prefix":"abcd","expires_at":1}`)
			require.Equal(t, row.want, k.Reach)
		})
	}
}

func TestAListOfKeysThatCannotBeReadSaysWhy(t *testing.T) {
	h := host(t, map[string]script.Response{"GET /keys": recorded(t, "29.0", "perm.search_only.keys")})
	err := run(h, driver.OpKeys, &driver.Empty{}, &driver.KeyList{})
	var e *driver.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, driver.Auth, e.Kind)
	require.Contains(t, e.Hint, "keys:*")

	h = host(t, map[string]script.Response{"GET /keys": script.JSON(200, `{"ok":true}`)})
	require.ErrorContains(t, run(h, driver.OpKeys, &driver.Empty{}, &driver.KeyList{}), "no list of keys")
}

func planKey(t *testing.T, a *driver.KeyArgs) (*driver.KeyPlan, error) {
	t.Helper()
	h := host(t, nil)
	p := &driver.KeyPlan{}
	err := run(h, driver.OpPlanKey, a, p)
	require.Empty(t, h.Sent)
	return p, err
}

func TestAKeyIsMadeByOnePrivateRequestThatRevealsItsValue(t *testing.T) {
	p, err := planKey(t, &driver.KeyArgs{Name: `Import "2"`, Places: []string{"shop_.*", "books"}, Actions: []string{"documents:import"}, Expires: 4_000_000_000_999})
	require.NoError(t, err)
	require.Equal(t, "POST /keys", p.Request.Method+" "+p.Request.Path)
	require.JSONEq(t, `{"description":"Import \"2\"","actions":["documents:import"],"collections":["shop_.*","books"],"expires_at":4000000000}`, string(p.Request.Body))
	require.True(t, p.Request.Private)
	require.False(t, p.Request.RepeatIfBroken)
	require.Equal(t, "value", p.Reveal)

	p, err = planKey(t, &driver.KeyArgs{Places: []string{"*"}, Actions: []string{"*"}})
	require.NoError(t, err)
	require.JSONEq(t, `{"description":"","actions":["*"],"collections":["*"]}`, string(p.Request.Body))
}

func TestAKeyThatCannotBeMadeIsRefusedBeforeAnythingIsSent(t *testing.T) {
	rows := []struct {
		name string
		args driver.KeyArgs
		want string
	}{
		{"no action", driver.KeyArgs{Places: []string{"*"}}, "at least one action"},
		{"an empty action", driver.KeyArgs{Places: []string{"*"}, Actions: []string{""}}, "at least one action"},
		{"no collection", driver.KeyArgs{Actions: []string{"*"}}, "at least one collection"},
		{"it has expired", driver.KeyArgs{Places: []string{"*"}, Actions: []string{"*"}, Expires: -1}, "already be expired"},
		{"deleting by something that is not an id", driver.KeyArgs{Delete: "abc"}, "not the id of a key"},
		{"to delete a path", driver.KeyArgs{Delete: "1/../2"}, "not the id of a key"},
		{"to delete a number in another spelling", driver.KeyArgs{Delete: "01"}, "not the id of a key"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := planKey(t, &row.args)
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestAKeyIsDeletedByItsID(t *testing.T) {
	p, err := planKey(t, &driver.KeyArgs{Delete: "0"})
	require.NoError(t, err)
	require.Equal(t, "DELETE /keys/0", p.Request.Method+" "+p.Request.Path)
	require.True(t, p.Request.Private)
	require.Empty(t, p.Reveal)
}

func TestTheResponseToARequestForAKeyIsJudged(t *testing.T) {
	lost := &driver.Error{Kind: driver.Timeout, Message: "nobody responded", Sent: true}
	made := driver.Reply{Status: 201, Shown: 1, Picked: []string{"7"}}
	rows := []struct {
		name, id string
		reply    driver.Reply
		want     driver.Outcome
		said     string
	}{
		{"made", "", made, driver.OutcomeDone, ""},
		{"made, without its id", "", driver.Reply{Status: 201, Shown: 1, Picked: []string{""}}, driver.OutcomeUnknown, "may have added a key"},
		{"no response", "", driver.Reply{Err: lost}, driver.OutcomeUnknown, "may have added a key"},
		{"nothing was sent", "", driver.Reply{Err: &driver.Error{Kind: driver.Connect, Message: "nobody"}}, driver.OutcomeRefused, "nobody"},
		{"not allowed", "", driver.Reply{Status: 401, Body: []byte(`{"message": "Forbidden"}`)}, driver.OutcomeRefused, "Forbidden"},
		{"the value exists", "", driver.Reply{Status: 409, Body: []byte(`{"message": "API key generation conflict."}`)}, driver.OutcomeRefused, "API key generation conflict."},
		{"a proxy gave up", "", driver.Reply{Status: 504, Body: []byte(`<html>`)}, driver.OutcomeUnknown, "may have added a key"},
		{"deleted", "1", driver.Reply{Status: 200, Body: []byte(`{"id":1}`)}, driver.OutcomeDone, ""},
		{"another was deleted", "1", driver.Reply{Status: 200, Body: []byte(`{"id":2}`)}, driver.OutcomeUnknown, "may have been deleted"},
		{"it was gone", "1", driver.Reply{Status: 404, Body: []byte(`{"message": "Not found."}`)}, driver.OutcomeRefused, "no longer exists"},
		{"no response to a deletion", "1", driver.Reply{Err: lost}, driver.OutcomeUnknown, "may have been deleted"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := host(t, nil)
			settled := &driver.KeySettled{}
			require.NoError(t, run(h, driver.OpSettleKey, &driver.KeySettleArgs{State: []byte(row.id), Reply: row.reply}, settled))
			require.Empty(t, h.Sent)
			require.Equal(t, row.want, settled.Outcome)
			if row.said == "" {
				require.Nil(t, settled.Err)
				return
			}
			require.Contains(t, settled.Err.Message, row.said)
		})
	}
}

func TestAScopedKeyEmbedsWhatWasTyped(t *testing.T) {
	text := func(pairs ...string) (values []driver.Text) {
		for i := 0; i < len(pairs); i += 2 {
			values = append(values, driver.Text{Key: pairs[i], Value: pairs[i+1]})
		}
		return values
	}
	rows := []struct {
		name string
		args driver.ScopeArgs
		want string // the parameters, or why there are none
	}{
		{
			"everything", driver.ScopeArgs{Values: text("filter_by", " brand:=`A \"B\"` && in_sale:=true ", "exclude_fields", "cost, supplier_id,"), Expires: 4_000_000_000_999},
			"{\"filter_by\":\"brand:=`A \\\"B\\\"` && in_sale:=true\",\"exclude_fields\":\"cost,supplier_id\",\"expires_at\":4000000000}",
		},
		{"an expiry alone", driver.ScopeArgs{Values: text("filter_by", " "), Expires: 4_000_000_000_000}, `{"expires_at":4000000000}`},
		{"nothing", driver.ScopeArgs{}, "choose an expiry"},
		{"an expiry in the past", driver.ScopeArgs{Values: text("filter_by", "a:1"), Expires: -1}, "already be expired"},
		{"a filter that ends the server", driver.ScopeArgs{Values: text("filter_by", "a.{}")}, "Empty braces"},
		{"a filter that another one could extend", driver.ScopeArgs{Values: text("filter_by", "(a:1")}, "is not closed"},
		{"another parameter", driver.ScopeArgs{Values: text("q", "a")}, "has no q"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := host(t, nil)
			k := &driver.ScopedKey{}
			err := run(h, driver.OpScopeKey, &row.args, k)
			require.Empty(t, h.Sent)
			if !strings.HasPrefix(row.want, "{") {
				require.ErrorContains(t, err, row.want)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.want, k.Embedded)
			require.Equal(t, []driver.ScopePart{{Digest: true}, {Head: 4}, {Embedded: true}}, k.Parts)
		})
	}
}
