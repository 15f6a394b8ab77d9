package api

import (
	"context"
	"net/url"
	"strings"

	"quarry/backend/connection/loopback"
	"quarry/backend/connection/session"
	"quarry/backend/driverhost/registry"
	"quarry/backend/policy"
	"quarry/backend/profile/connections"
)

// Policy reports what the organisation decides.
type Policy struct {
	calls *Calls
	state *policy.State
}

// PolicyRequest requests what the organisation decides.
type PolicyRequest struct {
	Call string `json:"call"`
}

// PolicyInfo is what the organisation decides. Empty members are not decided.
type PolicyInfo struct {
	From         string   `json:"from"`    // the file or key with the policy, "" if there is none
	Refused      string   `json:"refused"` // why the policy cannot be used, in a sentence; "" if it can
	Details      []string `json:"details"` // of the refusal
	Organisation string   `json:"organisation"`
	SafeMode     string   `json:"safeMode"` // the loosest safe mode
	Hosts        []string `json:"hosts"`    // the only hosts that are allowed
	Registry     string   `json:"registry"`
	Keys         []string `json:"keys"` // fingerprints of the only publisher keys
	Proxy        string   `json:"proxy"`
	Updates      string   `json:"updates"` // why Quarry offers no update of itself, in a sentence
	Connections  int      `json:"connections"`
}

// Get returns what the organisation decides.
func (p *Policy) Get(q PolicyRequest) (PolicyInfo, error) {
	return call(p.calls, q.Call, func(context.Context) (PolicyInfo, error) {
		at := p.state.Policy
		info := PolicyInfo{
			From: p.state.From, Refused: p.state.Refused, Details: []string{}, Organisation: at.Title(), SafeMode: at.SafeMode, Hosts: texts(at.AllowedHosts),
			Registry: at.Registry.Address, Keys: []string{}, Proxy: at.Registry.Proxy, Updates: managedBy(p.state), Connections: len(at.Connections),
		}
		if p.state.Details != "" {
			info.Details = strings.Split(p.state.Details, "\n")
		}
		keys, err := policyKeys(at)
		for _, key := range keys {
			info.Keys = append(info.Keys, registry.Fingerprint(key.Public))
		}
		return info, err
	})
}

// HostRequest has the host of a connection's form.
type HostRequest struct {
	Call string `json:"call"`
	Host string `json:"host"`
}

// HostAllowed says whether the organisation allows connections to a host.
type HostAllowed struct {
	Refused string `json:"refused"` // why not, in a sentence; "" if they are allowed
}

// CheckHost returns whether the organisation allows connections to a host. An empty host is not refused: the form asks
// for it.
func (p *Policy) CheckHost(q HostRequest) (HostAllowed, error) {
	return call(p.calls, q.Call, func(context.Context) (HostAllowed, error) {
		host := strings.TrimSpace(q.Host)
		if host == "" || p.state.Policy.AllowsHost(host) {
			return HostAllowed{}, nil
		}
		return HostAllowed{Refused: session.HostRefused(host)}, nil
	})
}

// managedBy returns why Quarry offers no update of itself, "" if the organisation does not decide that.
func managedBy(s *policy.State) string {
	if s.Policy.Updates == "" {
		return ""
	}
	return s.Policy.Title() + " updates Quarry on this computer."
}

func policyKeys(p *policy.Policy) (registry.Keys, error) {
	return registry.ParseKeys(strings.Join(p.Registry.PublisherKeys, ","))
}

// trustedKeys returns the keys that drivers must be signed with: the organisation's, otherwise the build's.
func trustedKeys(s *policy.State) (registry.Keys, error) {
	if len(s.Policy.Registry.PublisherKeys) > 0 {
		return policyKeys(s.Policy)
	}
	return registry.TrustedKeys()
}

// registrySource is where drivers come from, and why it cannot be changed; all empty for the user's choice.
type registrySource struct {
	address, fixed string
	proxy          *url.URL
}

// registryOf returns the registry that the organisation decides, otherwise the one given at the start.
func registryOf(s *policy.State, given string) registrySource {
	from := registrySource{address: given}
	if given != "" {
		from.fixed = "Set by --registry at startup."
	}
	decided := s.Policy.Registry
	if decided.Address != "" {
		from.address, from.fixed = decided.Address, "Set by your organisation."
	}
	if decided.Proxy != "" {
		from.proxy, _ = url.Parse(decided.Proxy) // it was checked when the policy was read
	}
	return from
}

// presetsOf returns the organisation's connections.
func presetsOf(s *policy.State) connections.Presets {
	p := connections.Presets{Title: s.Policy.Title(), Unknown: s.Refused != ""}
	for _, c := range s.Policy.Connections {
		p.Connections = append(p.Connections, connections.Connection{
			ID: connections.PresetID(c.ID), Name: c.Name, Driver: c.Driver, Fields: c.Fields, Tags: c.Tags,
		})
	}
	return p
}

// limitsOf returns what the organisation decides about connections. Sample data is on this computer and in no network,
// so it can be opened whatever hosts are allowed.
func limitsOf(s *policy.State) session.Limits {
	return session.Limits{Closed: s.Refused, SafeMode: s.Policy.SafeMode, Host: func(id, host string) bool {
		return isSample(id) && loopback.Is(host) || s.Policy.AllowsHost(host)
	}}
}
