package transport

import "sync"

// SafeMode says what a connection does with writes.
type SafeMode string

// The safe modes, loosest first. Any other value counts as SafeReadOnly.
const (
	SafeOff      SafeMode = "off"
	SafeConfirm  SafeMode = "confirm"
	SafeReadOnly SafeMode = "read-only"
)

// StricterThan reports whether m refuses something that other allows.
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

// Safety is the safe mode of a connection, which can change while the connection is open. It is safe for concurrent
// use. A nil Safety is SafeReadOnly.
type Safety struct {
	mu    sync.Mutex
	mode  SafeMode
	least SafeMode // no mode is looser
	// Saved returns the mode saved with the connection, perhaps by another window, and whether there is one. It is
	// called before each write, and a stricter mode takes effect. nil means that no mode is saved.
	Saved func() (SafeMode, bool)
}

// NewSafety returns a Safety with the given mode.
func NewSafety(mode SafeMode) *Safety { return NewSafetyFrom(SafeOff, mode) }

// NewSafetyFrom returns a Safety that is never looser than least. A looser mode counts as least.
func NewSafetyFrom(least, mode SafeMode) *Safety {
	s := &Safety{mode: mode, least: least}
	s.Set(mode)
	return s
}

// Mode returns the current mode.
func (s *Safety) Mode() SafeMode {
	if s == nil {
		return SafeReadOnly
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mode
}

// forWrite returns the mode that applies to a write.
func (s *Safety) forWrite() SafeMode {
	if s != nil && s.Saved != nil {
		if saved, ok := s.Saved(); ok {
			s.Tighten(saved)
		}
	}
	return s.Mode()
}

// Set changes the mode for every request sent from then on.
func (s *Safety) Set(mode SafeMode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.least.StricterThan(mode) {
		mode = s.least
	}
	s.mode = mode
}

// Allows reports whether a mode is not looser than the least one.
func (s *Safety) Allows(mode SafeMode) bool { return s != nil && !s.least.StricterThan(mode) }

// Tighten changes the mode if the new one is stricter, and reports whether it did.
func (s *Safety) Tighten(mode SafeMode) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !mode.StricterThan(s.mode) {
		return false
	}
	s.mode = mode
	return true
}
