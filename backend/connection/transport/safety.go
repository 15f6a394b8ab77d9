package transport

import "sync"

// SafeMode determines what a connection does with writes.
type SafeMode string

// The safe modes, from the loosest to the strictest. Any other value counts as SafeReadOnly.
const (
	SafeOff      SafeMode = "off"
	SafeConfirm  SafeMode = "confirm"
	SafeReadOnly SafeMode = "read-only"
)

// StricterThan reports whether a mode refuses something that another one allows.
func (m SafeMode) StricterThan(other SafeMode) bool { return m.strictness() > other.strictness() }

func (m SafeMode) strictness() int {
	switch m {
	case SafeOff:
		return 0
	case SafeConfirm:
		return 1
	}
	return 2
}

// Safety is the safe mode of a connection, which can change while the connection is open. It is safe for concurrent use.
// A nil Safety is SafeReadOnly.
type Safety struct {
	mu   sync.Mutex
	mode SafeMode
	// Saved returns the mode that is saved with the connection, perhaps by another window, and whether there is one. It
	// is called before a write. A stricter mode than the present one is put into force; nil saves none.
	Saved func() (SafeMode, bool)
}

// NewSafety returns a Safety in that mode.
func NewSafety(mode SafeMode) *Safety { return &Safety{mode: mode} }

// Mode returns the mode that is in force.
func (s *Safety) Mode() SafeMode {
	if s == nil {
		return SafeReadOnly
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mode
}

// forWrite returns the mode that a write is subject to.
func (s *Safety) forWrite() SafeMode {
	if s != nil && s.Saved != nil {
		if saved, ok := s.Saved(); ok {
			s.Tighten(saved)
		}
	}
	return s.Mode()
}

// Set puts a mode into force, for every request that is sent from then on.
func (s *Safety) Set(mode SafeMode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mode = mode
}

// Tighten puts a mode into force if it is stricter than the present one, and reports whether it was.
func (s *Safety) Tighten(mode SafeMode) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !mode.StricterThan(s.mode) {
		return false
	}
	s.mode = mode
	return true
}
