package api

import (
	"time"

	"quarry/backend/connection/transport"
)

// TLSReport is the result of a TLS handshake: the chain as the server presented it, its own certificate first.
type TLSReport struct {
	Address     string        `json:"address"`     // the host and port of the connection
	Reason      string        `json:"reason"`      // what failed, "" if nothing did
	Version     string        `json:"version"`     // such as "TLS 1.3", "" if none was agreed on
	HostMatches bool          `json:"hostMatches"` // the server's own certificate is valid for the host
	Checked     bool          `json:"checked"`     // the SSL mode requires checking the chain
	Trusted     bool          `json:"trusted"`     // the chain ends at a trusted authority
	OwnRoots    bool          `json:"ownRoots"`    // the trusted authorities are those in the CA file
	AskedClient bool          `json:"askedClient"` // the server asked for a client certificate
	GaveClient  bool          `json:"gaveClient"`  // and received one
	Chain       []Certificate `json:"chain"`
}

// Certificate is one certificate that a server presented.
type Certificate struct {
	Subject    string   `json:"subject"`
	Issuer     string   `json:"issuer"`
	SelfSigned bool     `json:"selfSigned"`
	NotBefore  string   `json:"notBefore"` // RFC 3339
	NotAfter   string   `json:"notAfter"`  // RFC 3339
	Names      []string `json:"names"`
	Key        string   `json:"key"`    // such as "RSA 2048"
	SHA256     string   `json:"sha256"` // 32 bytes in hexadecimal, with colons
	Fault      string   `json:"fault"`  // what is wrong with this certificate, "" for nothing
}

// tlsReport converts facts to the form that the page reads, nil for none.
func tlsReport(facts *transport.TLSFacts) *TLSReport {
	if facts == nil {
		return nil
	}
	report := &TLSReport{
		Address: facts.Address, Reason: string(facts.Reason), Version: facts.Version, HostMatches: facts.HostMatches,
		Checked: facts.Checked, Trusted: facts.Trusted, OwnRoots: facts.OwnRoots,
		AskedClient: facts.AskedClient, GaveClient: facts.GaveClient, Chain: []Certificate{},
	}
	for _, c := range facts.Chain {
		report.Chain = append(report.Chain, Certificate{
			Subject: c.Subject, Issuer: c.Issuer, SelfSigned: c.SelfSigned,
			NotBefore: c.NotBefore.UTC().Format(time.RFC3339), NotAfter: c.NotAfter.UTC().Format(time.RFC3339),
			Names: texts(c.Names), Key: c.Key, SHA256: c.SHA256, Fault: string(c.Fault),
		})
	}
	return report
}
