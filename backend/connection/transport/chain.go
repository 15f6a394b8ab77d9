package transport

import (
	"bytes"
	"crypto/x509"
	"errors"
	"time"
)

// markFaults sets the fault of each described certificate. Dates and the host name are facts of the certificates. An
// untrusted authority, or a certificate that is unfit for its purpose, follows from checked, the error of the
// verification (nil if it passed or did not run).
func markFaults(described []Certificate, chain []*x509.Certificate, hostMatches bool, checked error, now time.Time) {
	if len(chain) == 0 {
		return
	}
	if !hostMatches {
		described[0].Fault = ReasonHostMismatch
	}
	for i, c := range chain {
		switch {
		case now.After(c.NotAfter):
			described[i].Fault = ReasonExpired
		case now.Before(c.NotBefore):
			described[i].Fault = ReasonNotYetValid
		}
	}
	if at, fault := checkedFault(chain, checked, now); fault != "" {
		described[at].Fault = fault
	}
}

// checkedFault returns the index and the fault of the certificate that failed the verification. A wrong host name is
// marked already. An unknown authority is the fault of the last certificate in the chain.
func checkedFault(chain []*x509.Certificate, err error, now time.Time) (int, Reason) {
	var (
		faulty x509.CertificateInvalidError
		host   x509.HostnameError
	)
	switch {
	case err == nil, errors.As(err, &host):
		return 0, ""
	case errors.As(err, &faulty):
		return placeOf(chain, faulty.Cert), invalidReason(faulty, now)
	case tlsReason(err, now) == ReasonUnknownAuthority:
		return lastLink(chain), ReasonUnknownAuthority
	}
	return 0, ""
}

func placeOf(chain []*x509.Certificate, c *x509.Certificate) int {
	for i := range chain {
		if c != nil && chain[i].Equal(c) {
			return i
		}
	}
	return 0
}

// lastLink follows the issuers from the server's own certificate through the presented ones, in whatever order they
// are, and returns the index of the last one.
func lastLink(chain []*x509.Certificate) int {
	at := 0
	for range chain {
		if selfSigned(chain[at]) {
			break
		}
		above := issuerOf(chain, at)
		if above < 0 {
			break
		}
		at = above
	}
	return at
}

func issuerOf(chain []*x509.Certificate, at int) int {
	for i, c := range chain {
		if i != at && bytes.Equal(c.RawSubject, chain[at].RawIssuer) && chain[at].CheckSignatureFrom(c) == nil {
			return i
		}
	}
	return -1
}
