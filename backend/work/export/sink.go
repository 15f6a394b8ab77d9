package export

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"sync"
	"sync/atomic"

	"quarry/backend/data/rows"
	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

// fileBuffer is how many bytes are buffered before they are written to the file.
const fileBuffer = 256 << 10

// Sink writes documents to a file in a format. Until it is complete, the file has a temporary name in the same folder
// and only the user can read it. Its errors are *driver.Error. Row, Written, Bytes and Stuck can be called at any time,
// all other methods by one goroutine once every Row has returned.
type Sink struct {
	file      *files.File
	disk      *disk
	digest    hash.Hash // over the bytes of the file
	sum       string    // its result
	packed    io.WriteCloser
	ahead     *ahead             // in front of packed
	ended     func()             // ends the record of the unfinished file, nil for none
	stop      context.CancelFunc // ends waiting for space on the disk
	rows      sync.Mutex         // responses of several slices are written in parallel
	formatter formatter

	written, plain atomic.Int64
	commented      atomic.Int64 // number of documents with comments
	guarded        atomic.Int64 // number of texts that a spreadsheet would have run as formulas
	beside         string       // result of Options.Beside after the last document
}

// Create begins a file. Unless replace is true, it fails if the file already exists, and so does Finish. While the disk
// is full, writing waits: [Sink.Stuck] reports that, and ctx ends it.
func Create(ctx context.Context, target string, replace bool, options Options) (*Sink, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	file, err := files.Create(target, replace)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	s := &Sink{file: file, disk: &disk{ctx: ctx, to: file, wait: wait}, digest: sha256.New(), stop: stop}
	if s.packed, err = compressor(bufio.NewWriterSize(io.MultiWriter(s.disk, s.digest), fileBuffer), options.Compression); err != nil {
		s.Discard()
		return nil, files.Explain("Quarry could not write the file", err)
	}
	s.ahead = newAhead(s.packed.Write)
	s.formatter = newFormatter(counter{s}, &options, func() { s.guarded.Add(1) })
	return s, nil
}

// counter counts the bytes of a sink before compression.
type counter struct{ sink *Sink }

func (c counter) Write(p []byte) (int, error) {
	n, err := c.sink.ahead.Write(p)
	c.sink.plain.Add(int64(n))
	return n, err
}

// Row implements [plugin.Sink].
func (s *Sink) Row(row rows.Entry, doc string) error {
	s.rows.Lock()
	defer s.rows.Unlock()
	if err := s.formatter.row(row, doc); err != nil {
		return writeError(err)
	}
	s.written.Add(1)
	if row.Commented {
		s.commented.Add(1)
	}
	return nil
}

// notices says how the file differs from the documents.
func (s *Sink) notices() []driver.Notice {
	var list []driver.Notice
	note := func(n int64, one, many string) {
		switch n {
		case 0:
		case 1:
			list = append(list, driver.Notice{Text: "1 " + one})
		default:
			list = append(list, driver.Notice{Text: grouped(n) + " " + many})
		}
	}
	note(s.commented.Load(), "document contains comments. JSON has none, so the file has spaces in their place.",
		"documents contain comments. JSON has none, so the file has spaces in their place.")
	note(s.guarded.Load(), "text has ' before it, because a spreadsheet would run it as a formula.",
		"texts have ' before them, because a spreadsheet would run them as formulas.")
	if s.beside != "" {
		list = append(list, driver.Notice{Text: s.beside})
	}
	return list
}

// Written returns the number of documents written.
func (s *Sink) Written() int64 { return s.written.Load() }

// Bytes returns the size of the file so far.
func (s *Sink) Bytes() int64 { return s.disk.written.Load() }

// Unpacked returns the number of bytes written, before compression.
func (s *Sink) Unpacked() int64 { return s.plain.Load() }

// Stuck reports whether writing waits for space on the disk.
func (s *Sink) Stuck() bool { return s.disk.stuck.Load() }

// Digest returns the SHA-256 of the file in hexadecimal, once Finish has succeeded.
func (s *Sink) Digest() string { return s.sum }

// Finish gives the file its name when everything is on disk. A complete file that cannot have its name keeps the
// temporary one, and the error says so; any other file is removed.
func (s *Sink) Finish() error {
	if err := s.store(); err != nil {
		s.Discard()
		return err
	}
	err := s.file.Finish()
	if err == nil {
		s.sum = hex.EncodeToString(s.digest.Sum(nil))
	}
	s.release()
	return err
}

// recordBy records the unfinished file until it has its name or is gone; begin may be nil.
func (s *Sink) recordBy(begin func(path string) (end func(), err error)) error {
	if begin == nil {
		return nil
	}
	end, err := begin(s.file.Name())
	if err != nil {
		return files.Explain("Quarry could not create the file", err)
	}
	s.ended = end
	return nil
}

// renewBy makes a sink whose disk is full renew the snapshot. Call it before the first row.
func (s *Sink) renewBy(renew func(ctx context.Context)) { s.disk.renew = renew }

// release frees the memory for writing the file, which is megabytes. The figures stay.
func (s *Sink) release() {
	s.stop()
	if s.ended != nil {
		s.ended()
		s.ended = nil
	}
	s.formatter, s.packed, s.ahead, s.digest = nil, nil, nil, nil
}

// store writes what is in memory to disk and closes the file.
func (s *Sink) store() error {
	if err := s.formatter.flush(true); err != nil {
		return writeError(err)
	}
	if t, ok := s.formatter.(*table); ok {
		if err := t.found(); err != nil {
			return err
		}
		if t.options.Beside != nil && len(t.left) > 0 {
			s.beside = t.options.Beside(t.left)
		}
	}
	if err := s.ahead.Close(); err != nil {
		return writeError(err)
	}
	if err := s.packed.Close(); err != nil {
		return writeError(err)
	}
	if err := s.disk.settled(); err != nil {
		return writeError(err)
	}
	return s.file.Store()
}

// Discard removes the temporary file.
func (s *Sink) Discard() {
	s.stop()
	if s.ahead != nil {
		_ = s.ahead.Close()
	}
	_ = s.disk.settled()
	s.file.Discard()
	s.release()
}

// writeError returns the error for a failed write: the format's own unchanged, any other as one about the file.
func writeError(err error) error { return files.Explain("Quarry could not write the file", err) }
