package plugin

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"quarry/drivers/driver"
)

// Digest returns a digest of everything that a request sends, besides the connection's credential. Its body must be in
// one piece.
func Digest(r *driver.Request) string {
	h := sha256.New()
	parts := []string{r.Method, r.Path, r.Query, string(r.Body)}
	for _, each := range r.Headers {
		parts = append(parts, each.Name, each.Value)
	}
	for _, part := range parts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part) // writing to a hash never fails
	}
	return hex.EncodeToString(h.Sum(nil))
}
