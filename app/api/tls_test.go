package api

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// SPEC: CON-13
func TestAFailureOverHTTPSReachesThePageWithTheChain(t *testing.T) {
	facts := &transport.TLSFacts{
		Address: "127.0.0.1:9243", Reason: transport.ReasonExpired, Version: "TLS 1.3", HostMatches: true, Checked: true,
		OwnRoots: true, AskedClient: true, Chain: []transport.Certificate{{
			Subject: "node", Issuer: "Harbour Root", Key: "RSA 2048", SHA256: "AA:BB", Fault: transport.ReasonExpired,
			NotBefore: time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600)), NotAfter: time.Date(2026, 2, 2, 0, 0, 0, 0, time.UTC),
		}},
	}
	plain := &driver.Error{Kind: driver.TLS, Message: "refused", Hint: "look"}
	err := failure(fmt.Errorf("connect: %w", &session.ConnectError{Err: plain, TLS: facts}))
	require.JSONEq(t, `{"kind":"tls","message":"refused","hint":"look","code":"","detail":"","remedy":"","op":"","status":0,"tls":{
		"address":"127.0.0.1:9243","reason":"expired","version":"TLS 1.3","hostMatches":true,"checked":true,"trusted":false,
		"ownRoots":true,"askedClient":true,"gaveClient":false,"chain":[{"subject":"node","issuer":"Harbour Root",
		"selfSigned":false,"notBefore":"2026-01-02T02:04:05Z","notAfter":"2026-02-02T00:00:00Z","names":[],"key":"RSA 2048",
		"sha256":"AA:BB","fault":"expired"}]},"fields":[]}`, err.Error())

	var without Failure
	require.NoError(t, json.Unmarshal([]byte(failure(plain).Error()), &without))
	require.Nil(t, without.TLS)
}
