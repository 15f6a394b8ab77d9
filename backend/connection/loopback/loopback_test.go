// SPEC: CON-22, PLG-02
package loopback

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAHostIsThisComputerByItsNameOrAddress(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost":          true,
		"LocalHost":          true,
		"localhost.":         true,
		" localhost ":        true,
		"es.localhost":       true,
		"a.b.LOCALHOST.":     true,
		"127.0.0.1":          true,
		"127.255.9.1":        true,
		"::1":                true,
		"[::1]":              true,
		"0:0:0:0:0:0:0:1":    true,
		"::ffff:127.0.0.1":   true,
		"[::FFFF:7F01:2]":    true,
		"":                   false,
		".":                  false,
		"localhost..":        false,
		".localhost":         false,
		"a..localhost":       false,
		"notlocalhost":       false,
		"localhost.example":  false,
		"127.0.0.1.example":  false,
		"127.256.0.1":        false,
		"127.0.0.1.":         false,
		"10.0.0.1":           false,
		"::2":                false,
		"::1:":               false,
		"::ffff:10.0.0.1":    false,
		"search.example":     false,
		"localhost.internal": false,
	} {
		t.Run(host, func(t *testing.T) { require.Equal(t, want, Is(host)) })
	}
}
