// SPEC: EXP-05, EXP-07
package export

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

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
			s, err := Create(path, false)
			require.NoError(t, err)
			require.NoError(t, s.Document([]byte(row.text)))
			require.NoError(t, s.Document([]byte(`{}`)))
			require.NoError(t, s.Finish())
			require.Equal(t, row.line+"\n{}\n", content(t, path))
			require.Equal(t, int64(2), s.Written())
			require.Equal(t, int64(len(row.line)+4), s.Bytes())
		})
	}
}

func TestALineBreakInsideAStringIsNoDocumentOfALine(t *testing.T) {
	s, err := Create(filepath.Join(t.TempDir(), "books.jsonl"), false)
	require.NoError(t, err)
	defer s.Discard()
	require.Error(t, s.Document([]byte("{\"a\":\"b\nc\"}")))
	require.Zero(t, s.Written())
}

func TestAFileHasItsNameOnlyWhenItIsComplete(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")
	s, err := Create(path, false)
	require.NoError(t, err)
	require.NoError(t, s.Document([]byte(`{}`)))
	before := names(t, folder)
	require.Len(t, before, 1)
	require.True(t, strings.HasPrefix(before[0], ".books.jsonl.") && strings.HasSuffix(before[0], ".part"), before[0])
	if runtime.GOOS != "windows" {
		about, err := os.Stat(filepath.Join(folder, before[0]))
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), about.Mode().Perm())
	}
	require.NoError(t, s.Finish())
	require.Equal(t, []string{"books.jsonl"}, names(t, folder))

	s, err = Create(filepath.Join(folder, "other.jsonl"), false)
	require.NoError(t, err)
	s.Discard()
	require.Equal(t, []string{"books.jsonl"}, names(t, folder))
}

func TestAFileThatIsThereIsReplacedOnlyIfAskedForAndNotBeforeTheEnd(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	_, err := Create(path, false)
	require.EqualError(t, err, "A file with this name already exists.")
	s, err := Create(path, true)
	require.NoError(t, err)
	require.NoError(t, s.Document([]byte(`{}`)))
	require.Equal(t, "mine", content(t, path))
	require.NoError(t, s.Finish())
	require.Equal(t, "{}\n", content(t, path))
	require.Equal(t, []string{"books.jsonl"}, names(t, folder))
}

func TestAFileThatCameMeanwhileIsNotReplaced(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")
	s, err := Create(path, false)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	require.ErrorIs(t, s.Finish(), errTaken)
	require.Equal(t, "mine", content(t, path))
	require.Equal(t, []string{"books.jsonl"}, names(t, folder))
}

func TestWhatKeepsAFileFromBeingWrittenIsSaidInASentence(t *testing.T) {
	for message, err := range map[string]error{
		"The disk is full.": &fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC},
		"You do not have permission to write to this folder.": &fs.PathError{Op: "open", Path: "/x", Err: syscall.EACCES},
		"The file could not be written: input/output error.":  &fs.PathError{Op: "write", Path: "/x", Err: syscall.EIO},
	} {
		require.Equal(t, message, fileError("The file could not be written", err).Message)
	}
	_, err := Create(filepath.Join(t.TempDir(), "gone", "books.jsonl"), false)
	require.EqualError(t, err, "The folder does not exist.")
}

func TestADiskThatIsFullIsAnErrorOfTheExportAndNoFileIsLeft(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no device that is full")
	}
	folder := t.TempDir()
	s, err := Create(filepath.Join(folder, "books.jsonl"), false)
	require.NoError(t, err)
	temporary := s.file
	s.buffer.Reset(full)
	document := []byte(`{"pad":"` + strings.Repeat("x", 100<<10) + `"}`)
	require.NoError(t, s.Document(document))
	require.NoError(t, s.Document(document))
	err = s.Document(document)
	require.EqualError(t, err, "The disk is full.")
	require.ErrorAs(t, err, new(*driver.Error))
	require.EqualError(t, s.Finish(), "The disk is full.")
	require.Empty(t, names(t, folder))
	require.ErrorIs(t, temporary.Close(), os.ErrClosed)
	require.NoError(t, full.Close())
}
