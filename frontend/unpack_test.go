package frontend

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// script is longer than what a reader gets at once.
var script = strings.Repeat("export const page = 1\n", 40_000)

func built(t *testing.T) fstest.MapFS {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte(script))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return fstest.MapFS{
		"dist/index.html":      {Data: []byte("<title>page</title>")},
		"dist/assets/a.js.gz":  {Data: packed.Bytes()},
		"dist/assets/plain.js": {Data: []byte("plain")},
	}
}

func TestAFileOfThePageIsOpenedByItsOwnName(t *testing.T) {
	files := unpackOver(built(t))
	for name, want := range map[string]string{
		"dist/index.html":      "<title>page</title>",
		"dist/assets/a.js":     script,
		"dist/assets/plain.js": "plain",
	} {
		data, err := fs.ReadFile(files, name)
		require.NoError(t, err, name)
		require.Equal(t, want, string(data), name)
		info, err := fs.Stat(files, name)
		require.NoError(t, err, name)
		require.EqualValues(t, len(want), info.Size(), name)
		require.False(t, info.IsDir(), name)
	}
	_, err := files.Open("dist/assets/none.js")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestAPackedFileIsServedWholeWithItsType(t *testing.T) {
	dist, err := fs.Sub(unpackOver(built(t)), "dist")
	require.NoError(t, err)
	answer := httptest.NewRecorder()
	http.FileServerFS(dist).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/assets/a.js", nil))
	require.Equal(t, http.StatusOK, answer.Code)
	require.Contains(t, answer.Header().Get("Content-Type"), "javascript")
	require.Equal(t, script, answer.Body.String())
}

func TestADamagedFileIsAnError(t *testing.T) {
	files := built(t)
	packed := files["dist/assets/a.js.gz"].Data
	packed[len(packed)/2] ^= 0xff
	_, err := unpackOver(files).Open("dist/assets/a.js")
	require.ErrorContains(t, err, "unpack dist/assets/a.js.gz")
}

// opened counts how often each file is read.
type opened struct {
	fstest.MapFS
	times map[string]int
}

func (o opened) ReadFile(name string) ([]byte, error) {
	o.times[name]++
	return o.MapFS.ReadFile(name)
}

func TestAPackedFileIsUnpackedOnceAndNotBeforeItIsOpened(t *testing.T) {
	page := built(t)
	page["dist/assets/late.js.gz"] = page["dist/assets/a.js.gz"]
	files := opened{page, map[string]int{}}
	unpacking := unpackOver(files)
	for range 2 {
		data, err := fs.ReadFile(unpacking, "dist/assets/a.js")
		require.NoError(t, err)
		require.Equal(t, script, string(data))
	}
	require.Equal(t, map[string]int{"dist/assets/a.js.gz": 1}, files.times)
}
