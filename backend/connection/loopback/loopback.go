// Package loopback recognizes hosts that are this computer.
package loopback

import (
	"net/netip"
	"slices"
	"strings"
)

// Is reports whether host is this computer: localhost or any name below it, with or without a final dot (RFC 6761,
// 6.3), or a loopback address, including IPv4 mapped to IPv6. Surrounding spaces and brackets are ignored.
func Is(host string) bool {
	host = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(host), "["), "]")
	labels := strings.Split(strings.TrimSuffix(strings.ToLower(host), "."), ".")
	if labels[len(labels)-1] == "localhost" {
		return !slices.Contains(labels, "")
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
