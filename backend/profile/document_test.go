package profile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

type names struct {
	Version int      `json:"version"`
	Names   []string `json:"names"`
}

var errNewerNames = errors.New("newer")

func add(name string) func(*names) bool {
	return func(n *names) bool {
		n.Version, n.Names = 1, append(n.Names, name)
		return true
	}
}

// SPEC: APP-19
func TestAFileOfTheUsersWorkThatCannotBeReadIsSetAsideAndReportedOnce(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":                        `{"version": 1, "names": ["a"`,
		"a member of the wrong type":     `{"version": 1, "names": "a"}`,
		"something other than an object": `[1]`,
	} {
		for _, first := range []string{"read", "changed", "checked"} {
			t.Run(name+", first "+first, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "x.json")
				require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
				d := NewDocument[names](path, "the names", 1, errNewerNames, UsersWork)
				switch first {
				case "read":
					got, err := d.Read()
					require.NoError(t, err)
					require.Equal(t, &names{}, got)
				case "changed":
					require.NoError(t, d.Change(add("b")))
				}
				require.Equal(t, "Quarry could not read the names. The old file was saved as "+path+".broken-1.", d.TakeNotice())
				require.Empty(t, d.TakeNotice(), "it is said once")
				kept, err := os.ReadFile(path + ".broken-1")
				require.NoError(t, err)
				require.Equal(t, text, string(kept))
				require.NoError(t, d.Change(add("c")))
				got, err := d.Read()
				require.NoError(t, err)
				require.Contains(t, got.Names, "c")
			})
		}
	}
}

// SPEC: APP-19
func TestTwoFilesThatCannotBeReadAreBothSetAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	d := NewDocument[names](path, "the names", 1, errNewerNames, UsersWork)
	for _, text := range []string{"one", "two"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := d.Read()
		require.NoError(t, err)
	}
	require.FileExists(t, path+".broken-1")
	require.FileExists(t, path+".broken-2")
	require.Equal(t, "Quarry could not read the names. The old file was saved as "+path+".broken-1."+
		" Quarry could not read the names. The old file was saved as "+path+".broken-2.", d.TakeNotice())
}

// SPEC: APP-19
func TestAFileThatIsOnlyRememberedIsReplacedIfItCannotBeRead(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x.json")
	require.NoError(t, os.WriteFile(path, []byte("{"), 0o600))
	d := NewDocument[names](path, "the names", 1, errNewerNames, Disposable)
	require.NoError(t, d.Change(add("a")))
	require.Empty(t, d.TakeNotice())
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, left, 2, "the file and the folder of the locks")
}

func TestAFileOfANewerVersionStaysAsItIs(t *testing.T) {
	for _, kind := range []Kind{Disposable, UsersWork} {
		path := filepath.Join(t.TempDir(), "x.json")
		require.NoError(t, os.WriteFile(path, []byte(`{"version":2,"names":"another form"}`), 0o600))
		d := NewDocument[names](path, "the names", 1, errNewerNames, kind)
		_, err := d.Read()
		require.ErrorIs(t, err, errNewerNames)
		require.ErrorIs(t, d.Change(add("a")), errNewerNames)
		require.Empty(t, d.TakeNotice())
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.JSONEq(t, `{"version":2,"names":"another form"}`, string(text))
	}
}
