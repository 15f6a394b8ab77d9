package frontend

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestThePageIsSetInTheFontOfTheSystem(t *testing.T) {
	files := fstest.MapFS{
		"dist/index.html":  {Data: []byte("<!doctype html>\n<html lang=\"en-GB\">\n<p>&lt;html </p></html>")},
		"dist/assets/a.js": {Data: []byte("'<html '")},
	}
	for family, written := range map[string]string{
		"Cantarell":          `&#34;Cantarell&#34;`,
		"Noto Sans CJK 日本語":  `&#34;Noto Sans CJK 日本語&#34;`,
		"a\"; color:\\<b>\n": `&#34;a\22 ; color:\5c &lt;b&gt;\a &#34;`,
	} {
		data, err := fs.ReadFile(facedFS{files, family}, "dist/index.html")
		require.NoError(t, err)
		require.Equal(t, "<!doctype html>\n<html style=\"--font-system: "+written+"\" lang=\"en-GB\">\n<p>&lt;html </p></html>", string(data))
	}
	data, err := fs.ReadFile(facedFS{files, "Cantarell"}, "dist/assets/a.js")
	require.NoError(t, err)
	require.Equal(t, "'<html '", string(data), "what is no page stays as it is")
	_, err = facedFS{fstest.MapFS{}, "Cantarell"}.Open("dist/index.html")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.Equal(t, Assets, InFace(""), "the page keeps its own choice")
	require.Equal(t, InFace(ownFace), InFace("Sans"), "and gets it where the desktop has none")
}
