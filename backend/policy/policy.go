// Package policy reads the organisation's policy: connections that every user has, the driver registry and its keys, the
// loosest safe mode, and the hosts that may be connected to. Only an administrator can write it.
//
// Decisions:
//   - The policy's place is fixed at build time. No environment variable, option or setting of a release changes it.
//   - A policy that exists but cannot be used (unreadable, mistaken, or writable by others than administrators) closes
//     Quarry: no connection opens and no driver is installed until it is repaired. If it were ignored, one typing mistake
//     would lift every restriction, and so would a user who makes the file invalid.
//   - A missing file means that there is no policy. A user who could delete the file could also write its folder, so the
//     policy was refused from the first start on, which the administrator sees.
//   - The schema is the only list of members: it is embedded, and what a file may contain is checked against it.
//   - Publisher keys replace those of the build. An organisation that also trusts those lists them.
//   - Host names are compared as they are written, without looking them up: what a name resolves to can change between
//     the check and the connection. A tunnel through an allowed host is not noticed.
package policy

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"
)

// Policy is what the organisation decides. The zero value decides nothing.
type Policy struct {
	Schema       string       `json:"$schema"`
	Organisation string       `json:"organisation"`
	SafeMode     string       `json:"safeMode"`     // the loosest safe mode, "" for any
	AllowedHosts []string     `json:"allowedHosts"` // empty for any
	Registry     Registry     `json:"registry"`
	Updates      string       `json:"updates"` // "managed" if the organisation updates Quarry
	Connections  []Connection `json:"connections"`
}

// Registry says where drivers come from. Empty members are not decided.
type Registry struct {
	Address       string   `json:"address"`
	PublisherKeys []string `json:"publisherKeys"`
	Proxy         string   `json:"proxy"`
}

// Connection is one that every user has. Fields has the form's values by field id, without secrets.
type Connection struct {
	ID     string            `json:"id"`
	Name   string            `json:"name"`
	Driver string            `json:"driver"`
	Tags   []string          `json:"tags"`
	Fields map[string]string `json:"fields"`
}

// Title returns the organisation's name, or words for it.
func (p *Policy) Title() string {
	if p.Organisation != "" {
		return p.Organisation
	}
	return "Your organisation"
}

// Summary says in one line what the policy decides.
func (p *Policy) Summary() string {
	parts := []string{count(len(p.Connections), "connection")}
	if p.SafeMode != "" {
		parts = append(parts, "safe mode "+p.SafeMode)
	}
	if n := len(p.AllowedHosts); n > 0 {
		parts = append(parts, count(n, "allowed host"))
	}
	if p.Registry.Address != "" {
		parts = append(parts, "registry address")
	}
	if n := len(p.Registry.PublisherKeys); n > 0 {
		parts = append(parts, count(n, "publisher key"))
	}
	if p.Registry.Proxy != "" {
		parts = append(parts, "registry proxy")
	}
	if p.Updates != "" {
		parts = append(parts, "updates "+p.Updates)
	}
	return strings.Join(parts, ", ")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// AllowsHost reports whether connections to a host are allowed.
func (p *Policy) AllowsHost(host string) bool {
	if len(p.AllowedHosts) == 0 {
		return true
	}
	host = plainHost(host)
	for _, pattern := range p.AllowedHosts {
		if matchesHost(strings.ToLower(pattern), host) {
			return true
		}
	}
	return false
}

// plainHost returns a host as it is compared: in lower case, without brackets and the dot at the end of a full name.
func plainHost(host string) string {
	host = strings.TrimSpace(strings.ToLower(host))
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(host, ".")
}

func matchesHost(pattern, host string) bool {
	if suffix, ok := strings.CutPrefix(pattern, "*"); ok {
		return len(host) > len(suffix) && strings.HasSuffix(host, suffix)
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return pattern == host
	}
	address = address.Unmap()
	if network, err := netip.ParsePrefix(pattern); err == nil {
		return address.Zone() == "" && network.Contains(address)
	}
	one, err := netip.ParseAddr(pattern)
	return err == nil && one.Unmap() == address
}

// Parse reads a policy. Mistakes are Problems.
func Parse(data []byte) (*Policy, error) {
	if problem := checkEncoding(data); problem != nil {
		return nil, Problems{*problem}
	}
	data = withoutMark(data)
	tree, problem := parseTree(data)
	if problem != nil {
		return nil, Problems{*problem}
	}
	found := theSchema().check(tree, "")
	if len(found) == 0 {
		found = checkValues(tree)
	}
	if len(found) > 0 {
		return nil, sorted(found)
	}
	p := &Policy{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("read the policy: %w", err)
	}
	return p, nil
}

// checkEncoding returns the problem of a file that is not UTF-8, nil if it is. Go would read other characters instead.
func checkEncoding(data []byte) *Problem {
	if wide := len(data) > 1 && (data[0] == 0 || data[1] == 0 || data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff); wide {
		return &Problem{1, 1, "the file is in UTF-16; save it as UTF-8"}
	}
	if utf8.Valid(data) {
		return nil
	}
	data = withoutMark(data)
	offset := 0
	for r, size := utf8.DecodeRune(data); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRune(data[offset:]) {
		offset += size
	}
	line, column := place(data, offset)
	return &Problem{line, column, "this character is not in UTF-8; save the file as UTF-8"}
}

// withoutMark removes the byte order mark that some editors write.
func withoutMark(data []byte) []byte {
	return []byte(strings.TrimPrefix(string(data), "\ufeff"))
}
