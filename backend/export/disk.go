package export

import (
	"bufio"
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"quarry/drivers/driver"
)

// retryFull is how long writing waits before it tries a full disk again.
const retryFull = 2 * time.Second

// disk writes to a file and waits while the disk is full.
type disk struct {
	ctx  context.Context
	to   io.Writer
	wait func(ctx context.Context, d time.Duration) // waits before the next attempt

	written atomic.Int64
	stuck   atomic.Bool
}

// Write implements [io.Writer]. What was written before the disk was full stays, and the rest follows it.
func (d *disk) Write(p []byte) (int, error) {
	done := 0
	for {
		n, err := d.to.Write(p[done:])
		done += n
		d.written.Add(int64(n))
		if err == nil || !full(err) {
			d.stuck.Store(false)
			return done, err
		}
		d.stuck.Store(true)
		if d.wait(d.ctx, retryFull); d.ctx.Err() != nil {
			return done, driver.ErrCancelled
		}
	}
}

// wait waits for a time, or until ctx is done.
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
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) // it holds the memory of one block, not of one per processor
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
