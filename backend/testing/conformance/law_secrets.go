package conformance

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// secretUser is the user of the test credential.
const secretUser = "somebody"

// keepsSecrets: no step, result or error contains the connection's credential, which is added when the request is sent.
// If an engine repeats it beside its message, the driver passes on only the message.
func keepsSecrets(t T, s *stand) {
	secret := randomText()
	seen := &atomic.Int64{}
	c := s.start(t, s.ways[0], s.behind(t, secret, seen))
	for _, stop := range c.tour(t) {
		requireSilent(t, secret, stop.what, stop.ran, plugin.EntryStart, plugin.EntryStep, plugin.EntryReplies, plugin.EntryEnd)
	}
	require.NotZero(t, seen.Load(), "no request carried the credential")
	v := c.view(t, s.subject.Target.Objects[0])
	calls := v.reading(t, c)
	for _, status := range []int{400, 401, 403, 404, 500} {
		c.wire.to(server(t, s.subject.babbles(status), credential(secret)))
		for _, k := range calls {
			requireSilent(t, secret, k.op, c.run(t.Context(), k, nil), plugin.EntryStep, plugin.EntryEnd)
		}
	}
}

func randomText() string {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}

func credential(secret string) func(*transport.Options) {
	return func(o *transport.Options) {
		o.Auth = transport.Auth{Scheme: "basic", User: secretUser, Secret: secret}
	}
}

// behind returns a sender to the target through a server that accepts this test's credential and forwards with the
// target's.
func (s *stand) behind(t T, secret string, seen *atomic.Int64) plugin.RequestSender {
	t.Helper()
	engine := s.engine(t)
	return server(t, func(w http.ResponseWriter, r *http.Request) {
		if user, password, ok := r.BasicAuth(); ok && user == secretUser && password == secret {
			seen.Add(1)
			sendOn(w, r, engine)
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
	}, credential(secret))
}

// sendOn forwards a request unchanged, except for its credential.
func sendOn(w http.ResponseWriter, r *http.Request, engine plugin.RequestSender) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	path, query, _ := strings.Cut(r.RequestURI, "?")
	request := &driver.Request{Method: r.Method, Path: path, Query: query, Body: body}
	if kind := r.Header.Get("Content-Type"); kind != "" {
		request.Headers = []driver.Header{{Name: "Content-Type", Value: kind}}
	}
	response, err := engine.Do(r.Context(), request)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	for name, values := range response.Header {
		w.Header()[name] = values
	}
	w.Header().Del("Content-Length")
	w.WriteHeader(response.Status)
	_, _ = w.Write(response.Body) // a client that has gone needs no response
}

// babbles refuses every request with the engine's message and repeats the credential everywhere else.
func (s *Subject) babbles(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		refusal := s.refusal(status, "it cannot be done")
		w.Header().Set("Content-Type", refusal.kind)
		w.Header().Set("Warning", `299 - "`+password+`"`)
		w.Header().Set("X-Credential", password)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(withMember(refusal.body, "request_header", password)))
	}
}

// withMember adds a member to a JSON object, or a line to any other text.
func withMember(body, key, value string) string {
	if rest, ok := strings.CutSuffix(strings.TrimSpace(body), "}"); ok {
		return rest + `,"` + key + `":"` + value + `"}`
	}
	return body
}

// requireSilent: these entries of an operation's log, and its error, do not contain the secret in any encoding.
func requireSilent(t T, secret, what string, o *outcome, kinds ...plugin.EntryKind) {
	t.Helper()
	var all strings.Builder
	for _, entry := range o.log.Entries {
		for _, kind := range kinds {
			if entry.Kind == kind {
				all.Write(entry.Bytes)
			}
		}
	}
	all.Write(o.result)
	if e, ok := o.err.(*driver.Error); ok {
		all.WriteString(said(e))
	}
	for _, spelling := range spellings(secret) {
		require.Falsef(t, strings.Contains(all.String(), spelling), "%s: it holds the credential\n%s", what, o.log)
	}
}

func spellings(secret string) []string {
	pair := secretUser + ":" + secret
	return []string{
		secret, url.QueryEscape(pair), base64.StdEncoding.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte(pair)),
	}
}
