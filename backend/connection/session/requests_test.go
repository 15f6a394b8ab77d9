// SPEC: APP-11, CON-08
package session_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/connection/transport"
	"quarry/backend/data/grid"
	"quarry/backend/data/objects"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// logged returns the entries of a log as "POST /books/_search 200 page".
func logged(log *requestlog.Log) []string {
	var list []string
	for _, e := range log.Since(0) {
		list = append(list, fmt.Sprintf("%s %s %d %s", e.Method, e.Path, e.Status, e.Purpose))
	}
	return list
}

func TestTheRequestLogHoldsAllThatAConnectionSent(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.As8)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", server.Address, sessiontest.Fields{"prefix": "", "safeMode": session.SafeOff}), nil)
	_, err := objects.List(t.Context(), s, false)
	require.NoError(t, err)
	v, err := grid.NewViews().Open(t.Context(), s, "books")
	require.NoError(t, err)
	_, err = v.Page(t.Context(), v.Generation(), 0)
	require.NoError(t, err)
	_, err = v.Count(t.Context(), 0)
	require.NoError(t, err)
	require.Equal(t, []string{
		"GET / 200 connect", "GET /_cat/indices 200 list", "GET /books/_mapping 200 columns",
		"POST /books/_search 200 page", "GET /books/_count 200 count",
	}, logged(s.Requests))
	require.Equal(t, []string{"GET /", "GET /_cat/indices", "GET /books/_mapping", "POST /books/_search", "GET /books/_count"}, server.Sent())
	page, ok := s.Requests.Get(4)
	require.True(t, ok)
	require.Contains(t, page.Body(), `"size":1000`)
	require.Equal(t, "http://"+server.Address, s.Base())

	server.Close()
	_, err = objects.List(t.Context(), s, false)
	require.Error(t, err)
	last := s.Requests.Since(5)
	require.Equal(t, transport.KindConnect, last[0].Kind)
	require.Zero(t, last[0].Status)
}

func TestTheRequestLogHoldsNoCredential(t *testing.T) {
	const secret = "hush-hush-1"
	rows := []struct {
		name, engine string
		values       sessiontest.Fields
		also         string // another form of the secret
	}{
		{"a password", "elasticsearch", sessiontest.Fields{"auth": "password", "username": "anna"}, base64.StdEncoding.EncodeToString([]byte("anna:" + secret))},
		{"an API key", "elasticsearch", sessiontest.Fields{"auth": "apiKey"}, "ApiKey"},
		{"a key header", "typesense", sessiontest.Fields{"keyHeader": "X-Gateway-Key"}, "X-Gateway-Key"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			welcome := sessiontest.As8
			if row.engine == "typesense" {
				welcome = sessiontest.AsTypesense
			}
			server := sessiontest.Record(t, welcome)
			s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To(row.engine, server.Address, row.values), sessiontest.Fields{"password": secret, "apiKey": secret})
			typed := []driver.Request{
				{Method: "GET", Path: "/keys", Query: "x-key=" + secret},
				{Method: "POST", Path: "/multi_search", Body: []byte(`{"searches":[{"x-key":"` + secret + `"}]}`)},
				{Method: "GET", Path: "/_search", Body: []byte(`{"q":"` + secret + `"}`)},
				{Method: "PUT", Path: "/_security/user/anna/_password", Body: []byte(`{"password":"another secret"}`)},
				{Method: "POST", Path: "/keys", Body: []byte(`{"value":"another secret"}`)},
			}
			for i := range typed {
				planned := transport.WithPermit(t.Context(), s.Permit(session.SafeOff, plugin.ToTransport(&typed[i])))
				_, err := s.Sender().Do(planned, &typed[i])
				require.NoError(t, err)
			}
			entries := s.Requests.Since(0)
			require.Len(t, entries, len(server.Sent()))
			for _, e := range entries {
				all := fmt.Sprintf("%+v %#v %s", e, e, e.Curl(s.Base()))
				for _, word := range []string{secret, row.also, "another secret", "Authorization"} {
					require.NotContains(t, all, word)
				}
			}
		})
	}
}
