package connections

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/profile"
)

func openWith(t *testing.T, text string) *Store {
	t.Helper()
	s, _ := open(t)
	require.NoError(t, os.MkdirAll(filepath.Dir(s.path), 0o700))
	require.NoError(t, os.WriteFile(s.path, []byte(text), 0o600))
	return s
}

func TestWhatAnotherVersionWroteIsKept(t *testing.T) {
	s := openWith(t, `{"version":1,"theme":{"big":12345678901234567890.10},
		"groups":[{"name":"One","icon":[1.0]},{"name":"Two"}],"connections":[
		{"id":"a","name":"A","driver":"x","later":[1,1.0,"<&>"],"fields":{"newField":"7"}},
		{"id":"b","driver":"y","unknownToo":null}]}`)
	a, err := s.Get("a")
	require.NoError(t, err)
	a.Name = "renamed"
	save(t, s, a, map[string]Secret{"password": put("p")})
	require.NoError(t, s.Touch("b", "9"))
	require.NoError(t, s.Move("b", "", "a"))
	require.NoError(t, s.MoveGroup("Two", "One"))
	text := fileText(t, s)
	require.Equal(t, "12345678901234567890.10", gjson.Get(text, "theme.big").Raw)
	require.Equal(t, "renamed", gjson.Get(text, "connections.1.name").Str)
	require.Equal(t, "7", gjson.Get(text, "connections.1.fields.newField").Str)
	require.Equal(t, `[1,1.0,"<&>"]`, gjson.Get(text, "connections.1.later|@ugly").Raw)
	require.Equal(t, `[1.0]`, gjson.Get(text, "groups.1.icon|@ugly").Raw)
	require.Equal(t, "null", gjson.Get(text, "connections.0.unknownToo").Raw)
}

// SPEC: APP-19
func TestABrokenFileIsSetAsideAndSaid(t *testing.T) {
	rows := []struct{ name, text string }{
		{"nothing in it", ""},
		{"no JSON", "{{{"},
		{"cut in the middle", `{"version":1,"connections":[{"id":"a","dri`},
		{"a list", "[]"},
		{"null", "null"},
		{"a version that is no number", `{"version":"1","connections":[]}`},
		{"no list of connections", `{"version":1}`},
		{"a connection that is none", `{"version":1,"connections":[7]}`},
		{"a null connection", `{"version":1,"connections":[null]}`},
		{"a name that is a number", `{"version":1,"connections":[{"id":"a","driver":"x","name":7}]}`},
		{"groups that are no list", `{"version":1,"groups":{},"connections":[]}`},
		{"a group without a name", `{"version":1,"groups":[{"collapsed":true}],"connections":[]}`},
		{"no id", `{"version":1,"connections":[{"driver":"x"}]}`},
		{"an id twice", `{"version":1,"connections":[{"id":"a","driver":"x"},{"id":"a","driver":"x"}]}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := openWith(t, row.text)
			for n := 1; n <= 2; n++ {
				_, err := s.List()
				var broken *Broken
				require.ErrorAs(t, err, &broken)
				require.Equal(t, s.path+".broken-"+strconv.Itoa(n), broken.Aside)
				require.Contains(t, err.Error(), broken.Aside)
				require.Contains(t, broken.Message(), broken.Aside)
				aside, err := os.ReadFile(broken.Aside)
				require.NoError(t, err)
				require.Equal(t, row.text, string(aside))

				list, err := s.List()
				require.NoError(t, err, "it is said once")
				require.Empty(t, list)
				require.NoError(t, os.WriteFile(s.path, []byte(row.text), 0o600))
			}
			_, err := s.Save(t.Context(), sample(), nil)
			require.ErrorAs(t, err, new(*Broken), "a file that breaks later is not overwritten either")
		})
	}
}

// SPEC: APP-19
func TestABrokenFileThatAnotherWindowReplacedMeanwhileIsNotSetAside(t *testing.T) {
	s := openWith(t, "{{{")
	release, err := profile.Lock(s.path)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() {
		list, err := s.List()
		if err == nil && len(list) != 1 {
			err = fmt.Errorf("%d connections", len(list))
		}
		done <- err
	}()
	fresh := `{"version":1,"connections":[{"id":"a","driver":"x"}]}`
	require.NoError(t, profile.Replace(s.path, []byte(fresh))) // by the other window, which holds the lock
	release()
	require.NoError(t, <-done)
	text, err := os.ReadFile(s.path)
	require.NoError(t, err)
	require.Equal(t, fresh, string(text))
}

func TestAFileOfANewerVersionIsLeftAlone(t *testing.T) {
	const text = `{"version":2,"connections":"elsewhere"}`
	s := openWith(t, text)
	_, err := s.List()
	require.ErrorIs(t, err, ErrNewer)
	_, err = s.Save(t.Context(), sample(), nil)
	require.ErrorIs(t, err, ErrNewer)
	require.Equal(t, text, fileText(t, s))
}

func TestAFileWithoutAVersionIsOfTheFirst(t *testing.T) {
	list, err := openWith(t, `{"connections":[{"id":"a","driver":"x"}]}`).List()
	require.NoError(t, err)
	require.Len(t, list, 1)
}

func TestAFileThatCannotBeReadIsNotSetAside(t *testing.T) {
	s, _ := open(t)
	require.NoError(t, os.MkdirAll(s.path, 0o700)) // a folder where the file should be
	_, err := s.List()
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrNewer)
	require.DirExists(t, s.path)
}

func TestNothingIsLeftBesideTheFile(t *testing.T) {
	s, _ := open(t)
	c := save(t, s, sample(), nil)
	save(t, s, c, nil)
	entries, err := os.ReadDir(filepath.Dir(s.path))
	require.NoError(t, err)
	require.Len(t, entries, 2)
	require.Equal(t, ".locks", entries[0].Name())
	require.Equal(t, FileName, entries[1].Name())
}
