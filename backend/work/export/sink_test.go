// SPEC: EXP-05, EXP-07
package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// document is a row that is just a document.
func document(text string) rows.Entry {
	return rows.Entry{Text: []byte(text), Document: []byte(text)}
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func TestADocumentIsWrittenInOneLineAndOtherwiseAsItIs(t *testing.T) {
	for name, row := range map[string]struct{ text, line string }{
		"as it is":         {`{ "a" : 1.50,	"b":-0 , "c":"é\u0041\n"}`, `{ "a" : 1.50,	"b":-0 , "c":"é\u0041\n"}`},
		"breaks go":        {"{\r\n  \"a\": [\n    1.0,\r    2e5\n  ]\n}", `{  "a": [    1.0,    2e5  ]}`},
		"escapes stay":     {"{\n\"a\\\"\\\\\":\"\\n\\\\\"\n}", `{"a\"\\":"\n\\"}`},
		"every other byte": {"{\"a\":\"\u2028\u0085\t\"\n}", "{\"a\":\"\u2028\u0085\t\"}"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "books.jsonl")
			s, err := Create(t.Context(), path, false, Options{})
			require.NoError(t, err)
			require.NoError(t, s.Row(document(row.text), ""))
			require.NoError(t, s.Row(document(`{}`), ""))
			require.NoError(t, s.Finish())
			require.Equal(t, row.line+"\n{}\n", content(t, path))
			require.Equal(t, int64(2), s.Written())
			require.Equal(t, int64(len(row.line)+4), s.Bytes())
		})
	}
}

func TestALineBreakInsideAStringIsNoDocumentOfALine(t *testing.T) {
	s, err := Create(t.Context(), filepath.Join(t.TempDir(), "books.jsonl"), false, Options{})
	require.NoError(t, err)
	defer s.Discard()
	require.Error(t, s.Row(document("{\"a\":\"b\nc\"}"), ""))
	require.Zero(t, s.Written())
}

func TestAFileThatIsThereIsReplacedOnlyIfAskedForAndNotBeforeTheEnd(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	_, err := Create(t.Context(), path, false, Options{})
	require.EqualError(t, err, "A file with this name already exists.")
	s, err := Create(t.Context(), path, true, Options{})
	require.NoError(t, err)
	require.NoError(t, s.Row(document(`{}`), ""))
	require.Equal(t, "mine", content(t, path))
	require.NoError(t, s.Finish())
	require.Equal(t, "{}\n", content(t, path))
	require.Equal(t, []string{"books.jsonl"}, names(t, folder))
}

func TestAFileThatCameMeanwhileIsNotReplaced(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")
	s, err := Create(t.Context(), path, false, Options{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	require.EqualError(t, s.Finish(), files.ErrExists.Message)
	require.Equal(t, "mine", content(t, path))
	require.Len(t, names(t, folder), 2, "what was exported is kept under its temporary name")
}

// scarce is a disk that accepts some bytes, is full for some attempts, and accepts the rest.
type scarce struct {
	bytes.Buffer
	room, refusals int
}

func (d *scarce) Write(p []byte) (int, error) {
	if len(p) > d.room && d.refusals > 0 {
		n, _ := d.Buffer.Write(p[:d.room])
		d.room, d.refusals = 0, d.refusals-1
		return n, &fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}
	}
	return d.Buffer.Write(p)
}

func (d *scarce) Sync() error { return nil }

// failing is a disk that accepts everything but cannot sync it. It reports that once, as systems do.
type failing struct {
	*os.File
	synced chan struct{}
	failed bool
}

func (d *failing) Sync() error {
	defer func() { d.failed = true; close(d.synced) }()
	if !d.failed {
		return &fs.PathError{Op: "sync", Path: "/x", Err: syscall.EIO}
	}
	return nil
}

// SPEC: EXP-05
func TestAFileThatCouldNotBeStoredMeanwhileIsNotComplete(t *testing.T) {
	for name, more := range map[string]int{"while more is written": storeEvery, "at its end": 0} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			s, err := Create(t.Context(), filepath.Join(folder, "books.jsonl"), false, Options{})
			require.NoError(t, err)
			disk := &failing{s.file.File, make(chan struct{}), false}
			s.disk.to = disk
			text := document(`{"pad":"` + strings.Repeat("x", 1<<20) + `"}`)
			for range storeEvery>>20 + 1 { // the last one may already hit the failure
				err = errors.Join(err, s.Row(text, ""))
			}
			<-disk.synced
			for n := 0; n < more && err == nil; n += len(text.Text) {
				err = s.Row(text, "")
			}
			if more == 0 {
				err = s.Finish()
			} else {
				s.Discard()
			}
			require.EqualError(t, err, "Quarry could not write the file: input/output error.")
			require.Empty(t, names(t, folder))
		})
	}
}

func TestWhileTheDiskIsFullWritingWaitsAndNoByteIsLostOrRepeated(t *testing.T) {
	s, err := Create(t.Context(), filepath.Join(t.TempDir(), "books.jsonl"), false, Options{})
	require.NoError(t, err)
	to, waits := &scarce{room: 100_000, refusals: 3}, 0
	s.disk.to = to
	s.disk.wait = func(context.Context, time.Duration) {
		waits++
		require.True(t, s.Stuck())
	}
	var want strings.Builder
	for n := range 10 {
		text := fmt.Sprintf(`{"n":%d,"pad":%q}`, n, strings.Repeat("x", 60_000))
		want.WriteString(text + "\n")
		require.NoError(t, s.Row(document(text), ""))
	}
	require.NoError(t, s.Finish())
	require.Equal(t, 3, waits)
	require.False(t, s.Stuck())
	require.True(t, want.String() == to.String())
	require.Equal(t, int64(want.Len()), s.Bytes())
}

func TestWaitingForADiskThatIsFullEndsWithItsContext(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Create(ctx, filepath.Join(folder, "books.jsonl"), false, Options{})
	require.NoError(t, err)
	s.disk.to = &scarce{refusals: 1}
	s.disk.wait = func(context.Context, time.Duration) { cancel() }
	for err == nil {
		err = s.Row(document(`{"pad":"`+strings.Repeat("x", 100<<10)+`"}`), "")
	}
	require.ErrorIs(t, err, driver.ErrCancelled)
	require.Error(t, s.Finish())
	require.Empty(t, names(t, folder))
}
