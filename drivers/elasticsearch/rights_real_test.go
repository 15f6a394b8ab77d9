// SPEC: CON-09, CON-24, A-BRO-02, A-BRO-17
package elasticsearch_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/transport"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
)

const rightsIndex = "quarry-rights-books"

// secured is a cluster whose users have few permissions.
type secured struct {
	t       *testing.T
	address string
	tls     transport.TLS
	admin   *transport.Client
}

func openSecured(t *testing.T) *secured {
	t.Helper()
	address, ca := enginetest.ES8TLS(t)
	user, password := enginetest.TLSCredentials(t)
	s := &secured{t: t, address: address, tls: transport.TLS{Mode: transport.ModeVerifyIdentity, CAFile: ca}}
	s.admin = reach(t, address, s.tls, transport.Auth{Scheme: "basic", User: user, Secret: password}).client
	drop := func() {
		s.ask(http.MethodDelete, "/"+rightsIndex, "")
		s.ask(http.MethodDelete, "/quarry-rights-secret", "")
	}
	drop()
	t.Cleanup(drop)
	s.must(http.MethodPut, "/"+rightsIndex, `{"aliases":{"quarry-rights-alias":{}},"mappings":{"properties":{
		"title":{"type":"text","fields":{"keyword":{"type":"keyword"}}},"blurb":{"type":"text"},"pages":{"type":"integer"},"nodv":{"type":"keyword","doc_values":false},
		"o":{"properties":{"x":{"type":"long"}}},"n":{"type":"nested","properties":{"k":{"type":"keyword"}}}}}}`)
	s.must(http.MethodPut, "/quarry-rights-secret", `{"mappings":{"properties":{"pages":{"type":"keyword"}}}}`)
	s.must(http.MethodPut, "/"+rightsIndex+"/_doc/1?refresh=true", `{"title":"A","pages":12,"o":{"x":1},"n":[{"k":"a"},{"k":"b"}]}`)
	s.must(http.MethodPut, "/"+rightsIndex+"/_doc/2?refresh=true", `{"title":"B","pages":7,"o":{"x":2}}`)
	return s
}

func (s *secured) ask(method, path, body string) (int, string) {
	s.t.Helper()
	request := transport.Request{Method: method, Body: []byte(body), Header: http.Header{"Content-Type": {"application/json"}}}
	request.Path, request.Query, _ = strings.Cut(path, "?")
	response, err := s.admin.Do(context.WithoutCancel(s.t.Context()), request) // also to clean up
	require.NoError(s.t, err)
	return response.Status, string(response.Body)
}

func (s *secured) must(method, path, body string) string {
	s.t.Helper()
	status, answer := s.ask(method, path, body)
	require.Less(s.t, status, 300, "%s %s: %s", method, path, answer)
	return answer
}

// user creates a user with that role, "" for none, and returns the node as that user sees it.
func (s *secured) user(role string) *node {
	s.t.Helper()
	const name, password = "quarry-rights-user", "quarry-rights-password"
	roles := `[]`
	if role != "" {
		s.must(http.MethodPut, "/_security/role/quarry-rights-role", role)
		s.t.Cleanup(func() { s.ask(http.MethodDelete, "/_security/role/quarry-rights-role", "") })
		roles = `["quarry-rights-role"]`
	}
	s.must(http.MethodPut, "/_security/user/"+name, `{"password":"`+password+`","roles":`+roles+`}`)
	s.t.Cleanup(func() { s.ask(http.MethodDelete, "/_security/user/"+name, "") })
	return reach(s.t, s.address, s.tls, transport.Auth{Scheme: "basic", User: name, Secret: password})
}

func (n *node) objects() *driver.ObjectList {
	n.t.Helper()
	list, err := plugin.Run[driver.ObjectList](n.t.Context(), n.runner, n.call(driver.OpObjects, &driver.ObjectsArgs{}, nil))
	require.NoError(n.t, err)
	return list
}

func names(list *driver.ObjectList) []string {
	all := []string{}
	for _, o := range list.Objects {
		all = append(all, o.Name)
	}
	return all
}

// shown returns the columns of a view as "name type kind -> sort", without those that every view has.
func shown(v *grid.View) []string {
	var all []string
	for _, c := range v.Columns {
		if strings.HasPrefix(c.Name, "_") {
			continue
		}
		all = append(all, c.Name+" "+c.Type+" "+elastictest.Kinds[c.Kind]+" -> "+c.Sort)
	}
	return all
}

// cells returns the rows of the first page in these columns.
func (n *node) cells(v *grid.View, generation int, columns ...string) [][]string {
	n.t.Helper()
	p, err := v.Page(n.t.Context(), generation, 0)
	require.NoError(n.t, err)
	page, err := rows.Decode(p.Block)
	require.NoError(n.t, err)
	all := [][]string{}
	for row := range page.Rows {
		var line []string
		for _, name := range columns {
			_, text := page.Cell(row, page.Column(name))
			line = append(line, text)
		}
		all = append(all, line)
	}
	return all
}

const mayRead = `{"indices":[{"names":["quarry-rights-books"],"privileges":["read","view_index_metadata"]}]}`

func TestAUserWithRightsOnOneIndexRealTLSSeesIt(t *testing.T) {
	n := openSecured(t).user(mayRead)
	server, err := n.greet()
	require.NoError(t, err)
	require.Empty(t, server.Version)
	require.Equal(t, []string{"You do not have permission to read the server's version."}, server.Notices)
	list := n.objects()
	require.Equal(t, []string{rightsIndex}, names(list))
	require.Equal(t, []string{"You can see 1 index, but not its size."}, list.Notices)
	v := n.open(rightsIndex)
	defer v.Close(t.Context())
	require.Empty(t, v.Set.ReadOnly)
	generation := arrange(t, v, []grid.SortBy{{Column: "title"}})
	require.Equal(t, [][]string{{"1", "A"}, {"2", "B"}}, n.cells(v, generation, "_id", "title"))
	o, err := n.resolve("quarry-rights-*")
	require.NoError(t, err)
	require.Equal(t, 1, o.Stands)
	_, err = n.resolve("quarry-rights-secret")
	require.ErrorContains(t, err, "is unauthorized for user [quarry-rights-user]")
}

func TestAUserWhoMayNotReadTheMappingRealTLSGetsTheFieldsToSearchBy(t *testing.T) {
	n := openSecured(t).user(`{"indices":[{"names":["quarry-rights-books","quarry-rights-alias"],"privileges":["read"]}]}`)
	_, err := n.greet()
	require.NoError(t, err)
	o, err := n.resolve("quarry-rights-alias")
	require.NoError(t, err)
	require.Equal(t, "quarry-rights-alias alias", o.Name+" "+o.Kind)
	v := n.open(rightsIndex)
	defer v.Close(t.Context())
	require.Equal(t, rightsIndex+": no permission to read the mapping, so the columns are the fields that can be searched, and editing is off.", v.Set.ReadOnly)
	require.Equal(t, []string{
		"title text text -> title.keyword", "blurb text text -> ", "nodv keyword text -> ", "pages integer number -> pages",
		"o.x long number -> o.x", "n nested json -> ", "n.k keyword text -> n.k",
	}, shown(v))
	for _, c := range v.Columns {
		require.True(t, c.ReadOnly, c.Name)
	}
	generation := arrange(t, v, []grid.SortBy{{Column: "title", Desc: true}, {Column: "n.k"}})
	require.Equal(t, [][]string{{"2", "B", "2", ""}, {"1", "A", "1", `["a","b"]`}}, n.cells(v, generation, "_id", "title", "o.x", "n.k"))
}

func TestFieldsToSearchByOfSeveralIndicesRealTLSAreAUnion(t *testing.T) {
	s := openSecured(t)
	n := s.user(`{"indices":[{"names":["quarry-rights-*"],"privileges":["read"]}]}`)
	_, err := n.greet()
	require.NoError(t, err)
	v := n.open("quarry-rights-books,quarry-rights-secret")
	defer v.Close(t.Context())
	byName := map[string]grid.Column{}
	for _, c := range v.Columns {
		byName[c.Name] = c
	}
	require.Equal(t, "integer in quarry-rights-books, keyword in quarry-rights-secret", byName["pages"].Conflict)
	require.Empty(t, byName["pages"].Sort)
	require.Empty(t, byName["n.k"].Sort)
	require.Contains(t, byName["n.k"].Reason, "It is inside the nested field n, which quarry-rights-secret lacks.")
	require.Equal(t, []string{"1 column has different types: pages (integer, keyword). It is marked in the grid."}, v.Set.Notices)
	generation := arrange(t, v, []grid.SortBy{{Column: "title"}})
	require.Equal(t, [][]string{{"1", rightsIndex}, {"2", rightsIndex}}, n.cells(v, generation, "_id", "_index"))
}

func TestAUserWhoMayOnlySearchRealTLSGetsTheColumnsOfTheDocuments(t *testing.T) {
	n := openSecured(t).user(`{"indices":[{"names":["quarry-rights-books"],"privileges":["indices:data/read/search"]}]}`)
	_, err := n.greet()
	require.NoError(t, err)
	require.Empty(t, n.objects().Objects)
	o, err := n.resolve(rightsIndex)
	require.NoError(t, err)
	require.Equal(t, []string{"You do not have permission to resolve " + rightsIndex + "."}, o.Notices)
	require.Equal(t, int64(2), o.Count)
	v := n.open(rightsIndex)
	defer v.Close(t.Context())
	require.Equal(t, rightsIndex+": no permission to read the mapping, so the columns are those of the documents shown, and editing is off.", v.Set.ReadOnly)
	require.Equal(t, []string{"title string text -> ", "pages number number -> ", "o.x number number -> ", "n array json -> ", "n.k string text -> "}, shown(v))
	require.Equal(t, [][]string{{"1", "12", "1", `["a","b"]`}, {"2", "7", "2", ""}}, n.cells(v, 0, "_id", "pages", "o.x", "n.k"))
	p, err := v.Page(t.Context(), 0, 1)
	require.NoError(t, err, "a user who may hold no snapshot reads on without one")
	require.Zero(t, p.Snapshot)
	require.Zero(t, p.Rows)
}

func TestAUserWhoMayOnlyMonitorRealTLSSeesTheListAndWhyNothingOpens(t *testing.T) {
	n := openSecured(t).user(`{"cluster":["monitor"],"indices":[{"names":["*"],"privileges":["monitor"]}]}`)
	server, err := n.greet()
	require.NoError(t, err)
	require.NotEmpty(t, server.Version)
	require.Contains(t, names(n.objects()), rightsIndex)
	_, err = grid.Open(t.Context(), "v", rightsIndex, unionSize, n, grid.NewCache(1))
	var e *driver.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, driver.Auth, e.Kind)
	require.Contains(t, e.Message, "action [indices:data/read/search] is unauthorized for user [quarry-rights-user]")
}

func TestAUserWithoutARoleRealTLSGetsAnEmptyListAndTheReason(t *testing.T) {
	n := openSecured(t).user("")
	_, err := n.greet()
	require.NoError(t, err)
	n.sent = nil
	list := n.objects()
	require.Empty(t, list.Objects)
	require.Len(t, list.Notices, 1)
	require.Contains(t, list.Notices[0], "You cannot read any index. action [indices:admin/resolve/index] is unauthorized for user [quarry-rights-user]")
	require.Equal(t, []string{"GET /_cat/indices", "GET /_resolve/index/*"}, n.sent, "each is asked once")
}

func TestAnExpiredAndARevokedKeyRealTLSSayWhatTheyAre(t *testing.T) {
	s := openSecured(t)
	const message = "Authentication failed: unable to authenticate with provided credentials and anonymous access is not allowed for this request"
	rows := []struct {
		name, create, end, want string
	}{
		{"expired", `{"name":"quarry-rights","expiration":"1ms"}`, "", "API key: api key is expired."},
		{"revoked", `{"name":"quarry-rights"}`, `{"ids":["{id}"]}`, "API key: api key [{id}] has been invalidated."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			key := s.must(http.MethodPost, "/_security/api_key", row.create)
			id := gjson.Get(key, "id").String()
			if row.end != "" {
				s.must(http.MethodDelete, "/_security/api_key", strings.ReplaceAll(row.end, "{id}", id))
			}
			n := reach(t, s.address, s.tls, transport.Auth{Scheme: "header", Header: "Authorization", Prefix: "ApiKey ", Secret: gjson.Get(key, "encoded").String()})
			_, err := n.greet()
			var e *driver.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, driver.Auth, e.Kind)
			require.Equal(t, message, e.Message)
			require.Contains(t, e.Hint, strings.ReplaceAll(row.want, "{id}", id))
			require.NotContains(t, e.Message+e.Detail+e.Hint, gjson.Get(key, "encoded").String())
		})
	}
}
