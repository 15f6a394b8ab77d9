package es

import (
	"strconv"
	"strings"
)

// ipOf parses an IP address without a zone: it returns its sixteen bytes, where an IPv4 address begins with ::ffff as
// in the engine, and its number of bits, 0 if the text is not one. The alternative, net/netip, would add 60 KB to the
// module.
func ipOf(text string) (ip [16]byte, bits int) {
	if strings.IndexByte(text, ':') < 0 {
		ip[10], ip[11] = 0xff, 0xff
		if dotted(text, ip[12:]) {
			return ip, 32
		}
		return ip, 0
	}
	gap, at := -1, 0 // position of "::", and how many bytes have been read
	if strings.HasPrefix(text, "::") {
		gap, text = 0, text[2:]
	}
	for text != "" && at < len(ip) {
		group, n := hexOf(text)
		if n < len(text) && text[n] == '.' {
			if at > 12 || !dotted(text, ip[at:]) {
				return ip, 0
			}
			text, at = "", at+4
			break
		}
		if n == 0 || n > 4 {
			return ip, 0
		}
		ip[at], ip[at+1] = byte(group>>8), byte(group)
		text, at = text[n:], at+2
		switch {
		case text == "":
		case text[0] != ':' || text == ":":
			return ip, 0
		case text[1] == ':' && gap >= 0:
			return ip, 0
		case text[1] == ':':
			gap, text = at, text[2:]
		default:
			text = text[1:]
		}
	}
	if text != "" || (at == len(ip)) != (gap < 0) {
		return ip, 0
	}
	if gap >= 0 {
		after := at - gap
		copy(ip[len(ip)-after:], ip[gap:at])
		clear(ip[gap : len(ip)-after])
	}
	return ip, 128
}

// hexOf parses the hexadecimal digits at the beginning of a text, at most five.
func hexOf(text string) (value, n int) {
	for n < len(text) && n < 5 {
		digit := strings.IndexByte("0123456789abcdef", text[n]|0x20)
		if text[n] < '0' || digit < 0 {
			break
		}
		value, n = value<<4|digit, n+1
	}
	return value, n
}

// dotted parses four numbers separated by dots.
func dotted(text string, ip []byte) bool {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || len(part) > 1 && part[0] == '0' {
			return false
		}
		ip[i] = byte(n)
	}
	return true
}

// IsIP reports whether a text is an IP address.
func IsIP(text string) bool {
	_, bits := ipOf(text)
	return bits > 0
}

// IsNetwork reports whether a text is a network: "192.168.0.0/16". One whose address begins with ::ffff is not: the
// engine reads it as IPv4, and the number of bits as one of 32.
func IsNetwork(text string) bool {
	at, size, _ := strings.Cut(text, "/")
	ip, bits := ipOf(at)
	if bits == 128 && mapped(ip) {
		return false
	}
	n, err := strconv.ParseUint(size, 10, 8)
	return err == nil && int(n) <= bits && bits > 0 && (size == "0" || size[0] != '0')
}

// mapped reports whether a sixteen-byte address stands for an IPv4 address.
func mapped(ip [16]byte) bool {
	return string(ip[:12]) == "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff"
}

// IsIPAbove reports whether an address comes after another in the engine's order.
func IsIPAbove(a, b string) bool {
	x, bits := ipOf(a)
	y, others := ipOf(b)
	return bits > 0 && others > 0 && string(x[:]) > string(y[:])
}
