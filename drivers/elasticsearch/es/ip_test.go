package es

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAddressesAreThoseOfTheStandardLibrary: net/netip agrees on whether a text is an address or a network, and on its
// bytes, except that there are no zones, and no networks of addresses that begin with ::ffff.
func FuzzAddressesAreThoseOfTheStandardLibrary(f *testing.F) {
	for _, text := range []string{
		"", "::", "::1", "1::", "1::8", ":1", "1:", ":::", "1:::2", "1::2::3", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:8::", "1:2:3:4:5:6:7",
		"1:2:3:4:5:6:7:8:9", "::ffff:192.0.2.1", "1:2:3:4:5:6:192.0.2.1", "1:2:3:4:5:6:7:192.0.2.1", "::192.0.2", "2001:DB8::g", "2001:db8::00001", "fe80::1%eth0",
		"192.0.2.1", "192.0.2.01", "192.0.2.256", "192.0.2", "192.0.2.1.", ".1.2.3", "+1.2.3.4", "1.2.3.-4", "192.0.2.0/24", "192.0.2.0/33", "192.0.2.0/024",
		"2001:db8::/128", "::ffff:0:0/96", "::ffff:192.0.2.0/24", "::ffff:0:0/0", "2001:db8::/129", "::/0", "::/00", "/8", "1.2.3.4/", "1.2.3.4/8/8", "1.2.3.4/+8", "`::1", "::@", "::\x11",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, err := netip.ParseAddr(text)
		ok := err == nil && want.Zone() == ""
		got, bits := ipOf(text)
		require.Equal(t, ok, bits > 0)
		require.Equal(t, ok, IsIP(text))
		if ok {
			require.Equal(t, want.As16(), got)
			require.Equal(t, want.BitLen(), bits)
		}
		prefix, err := netip.ParsePrefix(text)
		require.Equal(t, err == nil && !prefix.Addr().Is4In6(), IsNetwork(text))
	})
}

func TestASortedListKeepsTheOrderOfEqualElements(t *testing.T) {
	for n := range 40 {
		type item struct{ key, number int }
		var list []item
		for i := range n {
			list = append(list, item{i * 7 % 5, i})
		}
		SortBy(list, func(a, b *item) int { return a.key - b.key })
		for i := 1; i < n; i++ {
			require.Less(t, list[i-1].key*100+list[i-1].number, list[i].key*100+list[i].number)
		}
	}
}
