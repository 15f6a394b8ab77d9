// SPEC: A-BRO-16, APP-12
package layouts

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func wide(name string, width int) Layout {
	return Layout{Columns: []Column{{Name: name, Width: width}}}
}

func TestALayoutIsThereAfterARestart(t *testing.T) {
	profile := filepath.Join(t.TempDir(), "new")
	want := Layout{HideEmpty: true, PageSize: 250, Columns: []Column{{Name: "price <&>", Width: 140, Pinned: true}, {Name: "_id"}, {Name: "a.b", Hidden: true}}}
	require.NoError(t, Open(profile).Put("c1", "books", want))
	require.NoError(t, Open(profile).Put("c1", "authors", wide("name", 90)))
	require.NoError(t, Open(profile).Put("c2", "books", wide("title", 80)))

	got, err := Open(profile).Get("c1", "books")
	require.NoError(t, err)
	require.Equal(t, want, got)
	for _, other := range []struct{ connection, object string }{{"c2", "authors"}, {"c3", "books"}} {
		got, err = Open(profile).Get(other.connection, other.object)
		require.NoError(t, err)
		require.Equal(t, Layout{}, got)
	}
}

func TestThePlainLayoutIsForgottenAndSoIsAConnection(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	require.NoError(t, s.Put("c1", "books", wide("title", 80)))
	require.NoError(t, s.Put("c1", "authors", wide("name", 80)))
	require.NoError(t, s.Put("c2", "books", wide("title", 99)))
	require.NoError(t, s.Put("c1", "books", Layout{}))
	data, err := os.ReadFile(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(data), `"books"`))

	require.NoError(t, s.Forget("c1"))
	got, err := s.Get("c1", "authors")
	require.NoError(t, err)
	require.Equal(t, Layout{}, got)
	got, err = s.Get("c2", "books")
	require.NoError(t, err)
	require.Equal(t, wide("title", 99), got)
}

// SPEC: APP-19
func TestTheFileStaysSmallAndKeepsTheLatest(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	folder := t.TempDir()
	s := Open(folder)
	doc := &document{Version: fileVersion}
	for i := range maxObjects {
		doc.Objects = append(doc.Objects, entry{"c1", "old-" + strconv.Itoa(i), wide("a", 50)})
	}
	require.NoError(t, s.change(func(held *document) bool {
		*held = *doc
		return true
	}))
	require.NoError(t, s.Put("c1", "new", wide("b", 60)))
	kept, err := s.file.Read()
	require.NoError(t, err)
	require.Len(t, kept.Objects, maxObjects)
	require.Equal(t, "new", kept.Objects[0].Object)
	require.Equal(t, "old-"+strconv.Itoa(maxObjects-2), kept.Objects[maxObjects-1].Object)

	large := Layout{Columns: make([]Column, maxColumns)}
	for i := range large.Columns {
		large.Columns[i] = Column{Name: strings.Repeat("x", 400) + strconv.Itoa(i), Hidden: true}
	}
	for _, object := range []string{"one", "two"} {
		require.NoError(t, s.Put("c1", object, large))
		info, err := os.Stat(filepath.Join(folder, FileName))
		require.NoError(t, err)
		require.LessOrEqual(t, info.Size(), int64(maxBytes))
		got, err := s.Get("c1", object)
		require.NoError(t, err)
		require.Len(t, got.Columns, maxColumns)
	}
}

func TestAFileThatIsNotOursIsHandled(t *testing.T) {
	tests := []struct {
		name, file string
		err        error
		kept       bool
	}{
		{"broken", `{"objects":[`, nil, true},
		{"another type", `{"version":1,"objects":[{"connection":7}]}`, nil, true},
		{"a column twice", `{"version":1,"objects":[{"connection":"c1","object":"books","columns":[{"name":"a"},{"name":"a"}]}]}`, nil, true},
		{"a newer one", `{"version":2,"objects":[]}`, ErrNewer, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			s := Open(folder)
			require.NoError(t, os.WriteFile(filepath.Join(folder, FileName), []byte(test.file), 0o600))
			got, err := s.Get("c1", "books")
			require.ErrorIs(t, err, test.err)
			require.Equal(t, Layout{}, got)
			err = s.Put("c1", "books", wide("title", 80))
			require.ErrorIs(t, err, test.err)
			if !test.kept {
				data, err := os.ReadFile(filepath.Join(folder, FileName))
				require.NoError(t, err)
				require.Equal(t, test.file, string(data))
				return
			}
			got, err = s.Get("c1", "books")
			require.NoError(t, err)
			require.Equal(t, wide("title", 80), got)
		})
	}
}

func TestALayoutThatCannotBeIsRefused(t *testing.T) {
	tests := []struct {
		name   string
		layout Layout
		why    string
	}{
		{"a column twice", Layout{Columns: []Column{{Name: "a"}, {Name: "a"}}}, `save the layout of books: it names the column "a" twice`},
		{"a width below 0", wide("a", -1), `save the layout of books: the column "a" has a negative width`},
		{"too many columns", Layout{Columns: make([]Column, maxColumns+1)}, "save the layout of books: it has 10001 columns, the limit is 10000"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.EqualError(t, Open(t.TempDir()).Put("c1", "books", test.layout), test.why)
		})
	}
}

func TestManyAtOnceLoseNothing(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	var group sync.WaitGroup
	failures := make([]error, 20)
	for i := range failures {
		group.Go(func() { failures[i] = s.Put("c1", strconv.Itoa(i), wide("a", 50+i)) })
	}
	group.Wait()
	require.NoError(t, errors.Join(failures...))
	for i := range failures {
		got, err := s.Get("c1", strconv.Itoa(i))
		require.NoError(t, err)
		require.Equal(t, wide("a", 50+i), got)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Join(folder, FileName)), ".new-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}
