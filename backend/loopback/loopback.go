// Package loopback tells hosts that are this computer from others.
package loopback

import (
	"net/netip"
	"slices"
	"strings"
)

// Is tells whether a host is this computer: localhost and every name below it, also as absolute names (RFC 6761, 6.3),
// and every loopback address, also one of IPv4 within IPv6. Space around the host and brackets of an address do not
// matter.
func Is(host string) bool {
	host = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(host), "["), "]")
	labels := strings.Split(strings.TrimSuffix(strings.ToLower(host), "."), ".")
	if labels[len(labels)-1] == "localhost" {
		return !slices.Contains(labels, "")
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
