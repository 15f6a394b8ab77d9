package transport

import "context"

// SafeMode is what a connection does with writes.
type SafeMode string

// The safe modes. Any other value counts as SafeReadOnly.
const (
	SafeOff      SafeMode = "off"
	SafeConfirm  SafeMode = "confirm"
	SafeReadOnly SafeMode = "read-only"
)

// Sender sends requests: a Client, or a Client behind a Guarded.
type Sender interface {
	Do(ctx context.Context, req Request) (*Response, error)
	Stream(ctx context.Context, req Request) (*StreamResponse, error)
}

// Guarded is a Sender that refuses writes before anything is sent: all of them under SafeReadOnly, those without
// Confirmed under SafeConfirm. What reads is for Reads to say; the rest is a write.
type Guarded struct {
	Next  Sender
	Reads Table
	Mode  SafeMode
}

type confirmed struct{}

// Confirmed marks the requests sent with ctx as writes that the user has seen and confirmed.
func Confirmed(ctx context.Context) context.Context { return context.WithValue(ctx, confirmed{}, true) }

// Do is the next sender's Do, or an Error of kind refused.
func (g Guarded) Do(ctx context.Context, req Request) (*Response, error) {
	if err := g.allow(ctx, req); err != nil {
		return nil, err
	}
	return g.Next.Do(ctx, req)
}

// Stream is the next sender's Stream, or an Error of kind refused.
func (g Guarded) Stream(ctx context.Context, req Request) (*StreamResponse, error) {
	if err := g.allow(ctx, req); err != nil {
		return nil, err
	}
	return g.Next.Stream(ctx, req)
}

func (g Guarded) allow(ctx context.Context, req Request) error {
	if g.Mode == SafeOff || g.Reads.IsRead(req.Method, req.Path) {
		return nil
	}
	if g.Mode != SafeConfirm {
		return refused(req.Method, req.Path, "This connection refuses every write before anything is sent.", "not sent: the connection is read-only")
	}
	if yes, _ := ctx.Value(confirmed{}).(bool); !yes {
		return refused(req.Method, req.Path, "Confirm writes is on for this connection.", "not sent: the write is not confirmed")
	}
	return nil
}

var (
	_ Sender = (*Client)(nil)
	_ Sender = Guarded{}
)
