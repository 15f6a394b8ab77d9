package edits

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// secured sends requests as the superuser of a node with TLS.
type secured struct {
	t                    *testing.T
	client               *http.Client
	url, ca              string
	superuser, superword string
}

func openSecured(t *testing.T) *secured {
	t.Helper()
	address, ca := enginetest.ES8TLS(t)
	text, err := os.ReadFile(ca)
	require.NoError(t, err)
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(text))
	s := &secured{t: t, url: address, ca: ca, client: &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}}
	t.Cleanup(s.client.CloseIdleConnections)
	s.superuser, s.superword = enginetest.TLSCredentials(t)
	return s
}

func (s *secured) ask(method, path, body string) string {
	s.t.Helper()
	q, err := http.NewRequestWithContext(context.WithoutCancel(s.t.Context()), method, s.url+path, strings.NewReader(body))
	require.NoError(s.t, err)
	q.Header.Set("Content-Type", "application/json")
	q.SetBasicAuth(s.superuser, s.superword)
	response, err := s.client.Do(q)
	require.NoError(s.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(s.t, err)
	if method != http.MethodDelete {
		require.Less(s.t, response.StatusCode, 300, "%s %s: %s", method, path, text)
	}
	return string(text)
}

// as opens an index as a user with a role. Roles that hide something need a license, which a node can have on trial.
func (s *secured) as(index, limit string) *real {
	s.t.Helper()
	const user, password = "edits-hidden", "edits-hidden-password"
	if !strings.Contains(s.ask("GET", "/_license", ""), `"trial"`) {
		s.ask("POST", "/_license/start_trial?acknowledge=true", "")
	}
	s.ask("PUT", "/_security/role/"+user, `{"indices":[{"names":["`+index+`"],"privileges":["read","index","delete","view_index_metadata"],`+limit+`}]}`)
	s.ask("PUT", "/_security/user/"+user, `{"password":"`+password+`","roles":["`+user+`"]}`)
	s.t.Cleanup(func() {
		s.ask("DELETE", "/_security/user/"+user, "")
		s.ask("DELETE", "/_security/role/"+user, "")
	})
	r := &real{t: s.t, url: s.url, index: index, plans: New()}
	c := sessiontest.To("elasticsearch", strings.TrimPrefix(s.url, "https://"), sessiontest.Fields{"auth": "password", "username": user, "ssl": "verify-identity", "caFile": s.ca})
	r.session = sessiontest.Open(s.t, session.New(sessiontest.Drivers(s.t)), c, sessiontest.Fields{"password": password})
	r.show()
	return r
}

// duplicated returns the shown row as a new one.
func (s *real) duplicated(id string, cells ...Cell) Row {
	row := s.row(id)
	return Row{Act: driver.ActCreate, Key: row.Key[:1], CopyKey: row.Key, CopyBase: row.Base, Cells: cells}
}

// SPEC: A-EDT-17
func TestAUserWhoSeesTwoOfThreeFieldsLosesNoneOverRealTLS(t *testing.T) {
	for limit, reason := range map[string]string{
		`"field_security":{"grant":["name","price"]}`:                               "You cannot see every field of these documents, so Quarry does not write them whole. ",
		`"field_security":{"grant":["*"],"except":["stock"]}`:                       "You cannot see every field of these documents, so Quarry does not write them whole. ",
		`"query":{"term":{"name":"a"}}`:                                             "You cannot see every document of this index, so Quarry does not write its documents whole. ",
		`"field_security":{"grant":["name*","price"]},"query":"{\"match_all\":{}}"`: "You cannot see every field of these documents, so Quarry does not write them whole. ",
	} {
		const index, source = "edits-hidden", `{"name":"a","price":1.50,"stock":9}`
		node := openSecured(t)
		node.ask("DELETE", "/"+index, "")
		node.ask("PUT", "/"+index, mapping)
		t.Cleanup(func() { node.ask("DELETE", "/"+index, "") })
		node.ask("PUT", "/"+index+"/_doc/1?refresh=true", source)
		s := node.as(index, limit)
		price, name := Cell{Column: "price", Text: "1.10"}, Cell{Column: "name", Text: "b"}
		for _, row := range []Row{s.row("1", price), s.row("1", name), s.row("1", Cell{Column: "name", Remove: true}), s.duplicated("1")} {
			p := s.plan(row)
			require.Empty(t, p.Requests, limit)
			require.Len(t, p.Refusals, 1)
			require.Contains(t, p.Refusals[0].Err.Message, reason)
		}
		require.Contains(t, node.ask("GET", "/"+index+"/_doc/1", ""), source)
		p := s.plan(s.removed("1"))
		require.Len(t, p.Requests, 1)
		require.Equal(t, driver.OutcomeDone, s.send(p)[0].Outcome)
		require.False(t, s.plans.CanUndo(p.ID), "the document would come back without the field")
	}
}
