package registry

import (
	"context"
	"fmt"
	"runtime/debug"
)

// flight is a running installation and those waiting for it.
type flight struct {
	stop     context.CancelFunc
	ended    chan struct{}
	watchers map[int]func(Progress)
	next     int
	last     *Progress

	installed *Installed // set before ended is closed, as is err
	err       error
}

// together runs work once for all callers with the same key: each gets its progress and result. When one gives up, the
// work continues for the others; it is cancelled when the last one leaves.
func (in *Installer) together(ctx context.Context, key string, progress func(Progress), work func(context.Context, func(Progress)) (*Installed, error)) (*Installed, error) {
	in.mu.Lock()
	running := in.flights[key]
	if running == nil {
		running = in.start(ctx, key, work)
	}
	place := running.watch(progress)
	in.mu.Unlock()

	select {
	case <-running.ended:
		return running.installed, running.err
	case <-ctx.Done():
	}
	if in.leave(key, running, place) {
		<-running.ended
		if running.err == nil {
			return running.installed, nil
		}
	}
	return nil, fmt.Errorf("install driver: %w", ctx.Err())
}

// start begins the work. The caller holds the lock.
func (in *Installer) start(ctx context.Context, key string, work func(context.Context, func(Progress)) (*Installed, error)) *flight {
	shared, stop := context.WithCancel(context.WithoutCancel(ctx))
	running := &flight{stop: stop, ended: make(chan struct{}), watchers: make(map[int]func(Progress))}
	if in.flights == nil {
		in.flights = make(map[string]*flight)
	}
	in.flights[key] = running
	go func() {
		defer stop()
		running.installed, running.err = guarded(func() (*Installed, error) {
			return work(shared, func(p Progress) { in.report(running, p) })
		})
		in.mu.Lock()
		if in.flights[key] == running {
			delete(in.flights, key)
		}
		in.mu.Unlock()
		close(running.ended)
	}()
	return running
}

// guarded turns a panic in work into an error, since it would otherwise end the application.
func guarded(work func() (*Installed, error)) (installed *Installed, err error) {
	defer func() {
		if p := recover(); p != nil {
			installed, err = nil, &Error{
				Kind: Internal, Message: "Internal error in Quarry. The driver was not installed.", Detail: fmt.Sprintf("%v\n%s", p, debug.Stack()),
			}
		}
	}()
	return work()
}

// watch adds a waiting caller and reports the latest progress to it. The caller holds the lock.
func (f *flight) watch(progress func(Progress)) int {
	f.next++
	if progress == nil {
		progress = func(Progress) {}
	}
	f.watchers[f.next] = progress
	if f.last != nil {
		progress(*f.last)
	}
	return f.next
}

// leave removes a waiting caller and reports whether it was the last. If so, it cancels the work, and another
// installation of the same driver starts over.
func (in *Installer) leave(key string, running *flight, place int) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	delete(running.watchers, place)
	if len(running.watchers) > 0 {
		return false
	}
	running.stop()
	if in.flights[key] == running {
		delete(in.flights, key)
	}
	return true
}

func (in *Installer) report(running *flight, p Progress) {
	in.mu.Lock()
	defer in.mu.Unlock()
	running.last = &p
	for _, progress := range running.watchers {
		progress(p)
	}
}
