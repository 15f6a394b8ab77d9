package keys

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// Scoped is a key that was derived from another one.
type Scoped struct {
	Embedded string // the parameters in it
	Value    string
}

var (
	errNoScope  = &driver.Error{Kind: driver.Unsupported, Message: "This driver derives no keys."}
	errTooShort = &driver.Error{Kind: driver.Invalid, Message: "This value is too short for a key."}
)

// Scope derives a key from the value of another one, here rather than in the driver, which sees no credential. Nothing is
// sent, and nothing keeps either value. The error never contains the value.
func Scope(ctx context.Context, s *session.Session, value string, args *driver.ScopeArgs) (*Scoped, error) {
	if !s.Can(driver.OpScopeKey) {
		return nil, errNoScope
	}
	k, err := session.Run[driver.ScopedKey](ctx, s, driver.OpScopeKey, args, nil)
	if err != nil {
		return nil, err
	}
	if value == "" {
		return &Scoped{Embedded: k.Embedded}, nil
	}
	scoped, err := assemble(value, k)
	if err != nil {
		return nil, err
	}
	return &Scoped{Embedded: k.Embedded, Value: scoped}, nil
}

// assemble returns the value of a derived key.
func assemble(value string, k *driver.ScopedKey) (string, error) {
	var text []byte
	for _, p := range k.Parts {
		switch {
		case p.Digest:
			mac := hmac.New(sha256.New, []byte(value))
			mac.Write([]byte(k.Embedded))
			text = base64.StdEncoding.AppendEncode(text, mac.Sum(nil))
		case p.Head > len(value) || p.Head < 0:
			return "", errTooShort
		case p.Head > 0:
			text = append(text, value[:p.Head]...)
		case p.Embedded:
			text = append(text, k.Embedded...)
		}
	}
	return base64.StdEncoding.EncodeToString(text), nil
}
