package export

import (
	"bufio"
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

const (
	retryFull  = 2 * time.Second // delay before a full disk is tried again
	renewEvery = time.Minute     // how often the snapshot is renewed in the meantime
	storeEvery = 16 << 20        // bytes after which syncing begins
)

// Storage is what an export writes to, a file. Sync makes what was written survive a power failure; it can run while
// more is written.
type Storage interface {
	io.Writer
	Sync() error
}

// disk writes to a file and waits while the disk is full. It syncs what was written while more arrives from the engine:
// a sync at the end would take as long again as the whole transfer from a fast engine.
type disk struct {
	ctx  context.Context
	to   Storage
	wait func(ctx context.Context, d time.Duration) // waits before the next attempt

	renew func(ctx context.Context) // renews the snapshot; nil if there is none

	written atomic.Int64
	stuck   atomic.Bool
	filled  atomic.Bool // it was full at some point

	pending int64      // bytes written since the last sync began
	storing chan error // result of the running sync, nil if there is none
}

// Write implements [io.Writer]. What was written before the disk was full stays, and the rest follows it.
func (d *disk) Write(p []byte) (int, error) {
	if err := d.begin(int64(len(p))); err != nil {
		return 0, err
	}
	done, waited := 0, time.Duration(0)
	for {
		n, err := d.to.Write(p[done:])
		done += n
		d.written.Add(int64(n))
		if err == nil || !files.Full(err) {
			d.stuck.Store(false)
			return done, err
		}
		d.stuck.Store(true)
		d.filled.Store(true)
		if d.wait(d.ctx, retryFull); d.ctx.Err() != nil {
			return done, driver.ErrCancelled
		}
		if waited += retryFull; waited%renewEvery == 0 && d.renew != nil {
			d.renew(d.ctx)
		}
	}
}

// begin starts a sync if enough was written and none is running. It fails if a sync failed: a system reports that only
// once.
func (d *disk) begin(more int64) error {
	if d.storing != nil {
		select {
		case err := <-d.storing:
			if d.storing = nil; err != nil {
				return err
			}
		default:
		}
	}
	if d.pending += more; d.pending < storeEvery || d.storing != nil {
		return nil
	}
	d.pending = 0
	storing := make(chan error, 1)
	d.storing = storing
	go func() { storing <- d.to.Sync() }()
	return nil
}

// settled waits for the running sync, and returns its error.
func (d *disk) settled() error {
	if d.storing == nil {
		return nil
	}
	err := <-d.storing
	d.storing = nil
	return err
}

// wait waits for a duration, or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// compressor returns a writer that compresses to w. Closing it flushes w.
func compressor(w *bufio.Writer, c Compression) (io.WriteCloser, error) {
	switch c {
	case Gzip:
		return &packed{gzip.NewWriter(w), w}, nil
	case Zstd:
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) // needs memory for one block, not for one per processor
		return &packed{z, w}, err
	}
	return &packed{nil, w}, nil
}

// packed is a compressor, nil for none, and the buffer that it writes to.
type packed struct {
	io.WriteCloser
	buffer *bufio.Writer
}

func (p *packed) Write(b []byte) (int, error) {
	if p.WriteCloser == nil {
		return p.buffer.Write(b)
	}
	return p.WriteCloser.Write(b)
}

func (p *packed) Close() error {
	if p.WriteCloser != nil {
		if err := p.WriteCloser.Close(); err != nil {
			return err
		}
	}
	return p.buffer.Flush()
}
