package transport

import "context"

// Sender sends requests: a Client, or a Client behind a Guarded.
type Sender interface {
	Do(ctx context.Context, req Request) (*Response, error)
	Stream(ctx context.Context, req Request) (*StreamResponse, error)
}

// Guarded is a Sender that lets reads through and refuses every write that is not in the [Permit] of its context,
// before anything is sent. Under SafeReadOnly it refuses all writes, and a permit issued under a looser mode than the
// current one allows nothing. Reads decides which requests are reads; all others are writes, and never repeatable.
type Guarded struct {
	Next   Sender
	Reads  Table
	Safety *Safety
}

// Do calls the next sender's Do, or returns an *Error of kind refused.
func (g Guarded) Do(ctx context.Context, req Request) (*Response, error) {
	if err := g.allow(ctx, req); err != nil {
		return nil, err
	}
	req.RepeatIfBroken = req.RepeatIfBroken && g.Reads.IsRead(req.Method, req.Path)
	return g.Next.Do(ctx, req)
}

// Stream calls the next sender's Stream, or returns an *Error of kind refused.
func (g Guarded) Stream(ctx context.Context, req Request) (*StreamResponse, error) {
	if err := g.allow(ctx, req); err != nil {
		return nil, err
	}
	req.RepeatIfBroken = req.RepeatIfBroken && g.Reads.IsRead(req.Method, req.Path)
	return g.Next.Stream(ctx, req)
}

func (g Guarded) allow(ctx context.Context, req Request) error {
	if g.Reads.IsRead(req.Method, req.Path) {
		return nil
	}
	mode := g.Safety.forWrite()
	if mode != SafeOff && mode != SafeConfirm {
		hint := "To allow writes, change Safe Mode in the toolbar."
		if !g.Safety.Allows(SafeConfirm) {
			hint = "Writes are not allowed."
		}
		return refused(req.Method, req.Path, hint, "not sent: the connection is read-only")
	}
	p, _ := ctx.Value(permitKey{}).(*Permit)
	if p != nil && mode.StricterThan(p.under) {
		return refused(req.Method, req.Path, "Prepare the requests again to see and confirm them.", "not sent: safe mode became stricter after this was prepared")
	}
	if !p.use(req) {
		return refused(req.Method, req.Path, "Without your confirmation, Quarry sends only requests that are known to read.", "not sent: this request may write, and you have not confirmed it")
	}
	return nil
}

var (
	_ Sender = (*Client)(nil)
	_ Sender = Guarded{}
)
