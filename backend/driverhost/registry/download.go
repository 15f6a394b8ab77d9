package registry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"quarry/backend/system/files"
)

// download reads the package through a temporary file in the drivers' folder, and returns its bytes.
func (in *Installer) download(ctx context.Context, pkg Package, report func(Progress)) ([]byte, Progress, error) {
	from := fetcher{in.Transport, in.Stall, in.after}
	file, done, err := from.save(ctx, "driver", pkg, in.Dir, in.now, report)
	if err != nil {
		return nil, Progress{}, err
	}
	defer files.Remove(file)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, Progress{}, storage("read the download", err)
	}
	return data, done, nil
}

// save reads the listed file into a temporary file of the folder and hashes it on the way. It stops one byte past the
// listed size, and checks size and SHA-256. The file is there only if save returns no error, which names what it is.
func (f fetcher) save(ctx context.Context, what string, pkg Package, folder string, now func() time.Time, report func(Progress)) (file string, done Progress, err error) {
	at, err := locate(pkg.URL)
	if err != nil {
		return "", Progress{}, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", Progress{}, storage("create the folder of downloads", err)
	}
	temporary, err := os.CreateTemp(folder, ".download-*")
	if err != nil {
		return "", Progress{}, storage("begin the download", err)
	}
	defer func() {
		if closing := temporary.Close(); closing != nil && err == nil {
			err = storage("write the download", closing)
		}
		if err != nil {
			_ = files.Remove(temporary.Name())
		}
	}()
	counter := &counter{started: now(), now: now, report: report, at: Progress{Step: StepDownload, Total: pkg.Size}}
	report(counter.at)
	body, err := f.open(ctx, at)
	if err != nil {
		return "", Progress{}, notDownloaded(ctx, what, at, err)
	}
	defer body.Close()
	digest := sha256.New()
	failure := copyLimited(io.MultiWriter(temporary, digest, counter), body, pkg.Size+1)
	done = counter.at
	done.Step = StepCheck
	report(done)
	if err := checkDownload(ctx, what, at, pkg, done.Done, hex.EncodeToString(digest.Sum(nil)), failure); err != nil {
		return "", Progress{}, err
	}
	return temporary.Name(), done, nil
}

// writeError is a failure to write during a copy.
type writeError struct{ error }

func (e writeError) Unwrap() error { return e.error }

// copyLimited copies at most limit bytes in small pieces, so that it can report progress and react to a cancellation
// quickly.
func copyLimited(to io.Writer, from io.Reader, limit int64) error {
	from = io.LimitReader(from, limit)
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		if n > 0 {
			if _, err := to.Write(piece[:n]); err != nil {
				return writeError{err}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func checkDownload(ctx context.Context, what string, at location, pkg Package, n int64, hash string, failure error) error {
	var write writeError
	var silent stalled
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("download a file of the registry: %w", ctx.Err())
	case errors.As(failure, &write):
		return storage("write the download", write.error)
	case failure != nil && n == 0:
		return notDownloaded(ctx, what, at, failure)
	case n < pkg.Size && errors.As(failure, &silent):
		return stalledAfter(n, pkg.Size, silent)
	case n < pkg.Size:
		cut := truncated(n, pkg.Size)
		cut.Err = withoutAddress(failure)
		return cut
	case n > pkg.Size:
		return tooLong(pkg.Size)
	case hash != pkg.SHA256:
		return wrongHash(hash, pkg.SHA256)
	}
	return nil
}

func notDownloaded(ctx context.Context, what string, at location, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("download a file of the registry: %w", ctx.Err())
	}
	return &Error{
		Kind:    Unreachable,
		Message: fmt.Sprintf("Quarry cannot download the %s: %s.", what, cause(err)),
		Detail:  at.shown(),
		Err:     withoutAddress(err),
	}
}

// counter reports the progress of the bytes written to it.
type counter struct {
	started time.Time
	now     func() time.Time
	report  func(Progress)
	at      Progress
}

func (c *counter) Write(piece []byte) (int, error) {
	c.at.Done += int64(len(piece))
	if elapsed := c.now().Sub(c.started).Milliseconds(); elapsed > 0 {
		c.at.Rate = c.at.Done * 1000 / elapsed
	}
	c.report(c.at)
	return len(piece), nil
}
