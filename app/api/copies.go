package api

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"quarry/drivers/driver"
)

// Clipboard is the system's clipboard.
type Clipboard interface {
	Text() (string, error)
	SetText(text string) error
}

const (
	// onClipboard is how long a copied secret may stay on the clipboard.
	onClipboard = time.Minute
	// lastClear is how long clearing the clipboard may delay the end of the application.
	lastClear = time.Second
	// clearAgain and mostClears say when, and how often, a clipboard that could not be read is tried again.
	clearAgain = 5 * time.Second
	mostClears = 12
)

var (
	errNoClipboard = &driver.Error{Kind: driver.Unsupported, Message: "Quarry cannot use the clipboard here."}
	errNotCopied   = &driver.Error{Kind: driver.Unsupported, Message: "The system did not accept the text."}
)

// secretCopies puts secrets on the clipboard and clears it later, if it still has them: what the user has copied since
// stays. Only the digest of a secret is remembered, and neither is logged.
type secretCopies struct {
	clipboard Clipboard // nil if there is none

	mu     sync.Mutex
	digest [sha256.Size]byte // of the secret that was copied last
	timer  *time.Timer       // nil if nothing has to be cleared
	tries  int
}

func (s *secretCopies) copy(text string) error {
	if s.clipboard == nil {
		return errNoClipboard
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.clipboard.SetText(text); err != nil {
		return errNotCopied
	}
	s.digest, s.tries = sha256.Sum256([]byte(text)), 0
	s.wait(onClipboard)
	return nil
}

// wait clears the clipboard after a time. It is called with the lock.
func (s *secretCopies) wait(after time.Duration) {
	if s.timer != nil {
		s.timer.Stop()
	}
	var own *time.Timer
	own = time.AfterFunc(after, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.timer == own { // nothing was copied in the meantime
			s.clear()
		}
	})
	s.timer = own
}

// clear clears the clipboard if it still has the secret. It is called with the lock.
func (s *secretCopies) clear() {
	if s.timer == nil {
		return
	}
	text, err := s.clipboard.Text()
	if err == nil && sha256.Sum256([]byte(text)) == s.digest {
		err = s.clipboard.SetText("")
	}
	if s.tries++; err != nil && s.tries < mostClears { // another program may be using it
		s.wait(clearAgain)
		return
	}
	s.timer.Stop()
	s.timer, s.digest = nil, [sha256.Size]byte{}
}

// end clears the clipboard before the application ends. A clipboard that hangs does not keep it from ending.
func (s *secretCopies) end() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.clear()
	}()
	select {
	case <-done:
	case <-time.After(lastClear):
	}
}

// SecretText is a secret to copy.
type SecretText struct {
	Call string `json:"call"`
	Text string `json:"text"`
}

// CopySecret puts a secret on the clipboard, which is cleared a minute later and when the application ends, if it still
// has that secret.
func (a *App) CopySecret(q SecretText) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) { return Nothing{}, a.copies.copy(q.Text) })
}
