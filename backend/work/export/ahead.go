package export

import "sync/atomic"

const (
	aheadBlock  = 256 << 10 // bytes passed on at once
	aheadBlocks = 8         // maximum number of waiting blocks
)

// ahead passes what is written to it on to another writer in its own goroutine, so that the next response is requested
// and read while the file is written and compressed. If the other writer is much slower, Write waits for it. Only one
// goroutine at a time may call Write and Close.
type ahead struct {
	pass   func([]byte) (int, error) // the other writer
	block  []byte                    // the block being filled
	full   chan []byte
	empty  chan []byte // blocks to reuse
	done   chan struct{}
	failed atomic.Pointer[error] // the first error of the other writer; nothing is passed on after it
	closed bool
}

func newAhead(pass func([]byte) (int, error)) *ahead {
	a := &ahead{pass: pass, full: make(chan []byte, aheadBlocks), empty: make(chan []byte, aheadBlocks), done: make(chan struct{})}
	go a.run()
	return a
}

func (a *ahead) run() {
	defer close(a.done)
	for block := range a.full {
		if a.err() == nil {
			if _, err := a.pass(block); err != nil {
				a.failed.Store(&err)
			}
		}
		select {
		case a.empty <- block[:0]:
		default:
		}
	}
}

// Write implements [io.Writer]. The error can be that of an earlier Write.
func (a *ahead) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		if err := a.err(); err != nil {
			return 0, err
		}
		if a.block == nil {
			a.block = a.room()
		}
		n := min(len(rest), aheadBlock-len(a.block))
		a.block, rest = append(a.block, rest[:n]...), rest[n:]
		if len(a.block) == aheadBlock {
			a.send()
		}
	}
	return len(p), nil
}

func (a *ahead) room() []byte {
	select {
	case block := <-a.empty:
		return block
	default:
		return make([]byte, 0, aheadBlock)
	}
}

func (a *ahead) send() {
	a.full <- a.block
	a.block = nil
}

// Close returns once everything has been passed on, or nothing more will be. It returns the first error of the other
// writer, and can be called again.
func (a *ahead) Close() error {
	if !a.closed {
		if a.closed = true; len(a.block) > 0 {
			a.send()
		}
		close(a.full)
	}
	<-a.done
	return a.err()
}

func (a *ahead) err() error {
	if err := a.failed.Load(); err != nil {
		return *err
	}
	return nil
}
