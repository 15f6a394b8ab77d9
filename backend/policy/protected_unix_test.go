//go:build !windows

// SPEC: DST-06
package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnlyAnAdministratorCanWriteThePolicy(t *testing.T) {
	const bob = 1000
	folder, file := facts{mode: fs.ModeDir | 0o755}, facts{mode: 0o644}
	usual := map[string]facts{"/": folder, "/etc": folder, "/etc/quarry": folder, "/etc/quarry/policy.json": file, "/srv": folder, "/srv/p.json": file}
	link := func(target string) facts { return facts{mode: fs.ModeSymlink | 0o777, link: target} }
	tests := []struct {
		name    string
		changed map[string]facts
		real    string
		want    string
	}{
		{"as installed", nil, "/etc/quarry/policy.json", ""},
		{"a file of the user", map[string]facts{"/etc/quarry/policy.json": {mode: 0o644, owner: bob}}, "", "/etc/quarry/policy.json belongs to the user 1000, not to root"},
		{"a file for everyone", map[string]facts{"/etc/quarry/policy.json": {mode: 0o646}}, "", "/etc/quarry/policy.json can be changed by everyone"},
		{"a file for a group", map[string]facts{"/etc/quarry/policy.json": {mode: 0o664, group: 7}}, "", "/etc/quarry/policy.json can be changed by the group 7"},
		{"a file for root's group", map[string]facts{"/etc/quarry/policy.json": {mode: 0o664}}, "/etc/quarry/policy.json", ""},
		{"a folder of the user", map[string]facts{"/etc/quarry": {mode: fs.ModeDir | 0o755, owner: bob}}, "", "/etc/quarry belongs to the user 1000, not to root"},
		{"a folder for everyone", map[string]facts{"/etc/quarry": {mode: fs.ModeDir | 0o777}}, "", "/etc/quarry can be changed by everyone"},
		{"a folder further up", map[string]facts{"/etc": {mode: fs.ModeDir | 0o775, group: 7}}, "", "/etc can be changed by the group 7"},
		{"the root", map[string]facts{"/": {mode: fs.ModeDir | 0o777}}, "", "/ can be changed by everyone"},
		{"a folder with the sticky bit", map[string]facts{"/etc/quarry": {mode: fs.ModeDir | fs.ModeSticky | 0o777}}, "/etc/quarry/policy.json", ""},
		{"a link to a safe file", map[string]facts{"/etc/quarry/policy.json": link("/srv/p.json")}, "/srv/p.json", ""},
		{"a relative link", map[string]facts{"/etc/quarry/policy.json": link("../../srv/p.json")}, "/srv/p.json", ""},
		{"a link of the user", map[string]facts{"/etc/quarry/policy.json": {mode: fs.ModeSymlink | 0o777, owner: bob, link: "/srv/p.json"}}, "", "/etc/quarry/policy.json belongs to the user 1000, not to root"},
		{"a link through a folder of the user", map[string]facts{"/etc/quarry": link("/home"), "/home": {mode: fs.ModeDir | 0o755, owner: bob}}, "", "/home belongs to the user 1000, not to root"},
		{"links in a circle", map[string]facts{"/etc/quarry": link("/etc/quarry")}, "", "/etc/quarry/policy.json: too many symbolic links"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			real, err := resolveProtected("/etc/quarry/policy.json", func(path string) (facts, error) {
				if f, ok := test.changed[path]; ok {
					return f, nil
				}
				if f, ok := usual[path]; ok {
					return f, nil
				}
				return facts{}, fs.ErrNotExist
			})
			if test.want == "" {
				require.NoError(t, err)
				require.Equal(t, test.real, real)
				return
			}
			require.EqualError(t, err, test.want)
		})
	}
}

func TestAFileOfTheUserIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.json")
	require.NoError(t, os.WriteFile(path, []byte(`{}`), 0o600))
	_, err := readProtected(path, func(path string) (facts, error) {
		f, err := lstat(path)
		f.owner = 1000
		return f, err
	})
	require.True(t, errors.As(err, new(*Unprotected)), "%v", err)
	s := stateOf(path, nil, err)
	require.Equal(t, "The policy of your organisation can be changed by someone who is not an administrator.", s.Refused)
	require.Equal(t, "/ belongs to the user 1000, not to root", s.Details)

	data, err := readProtected(path, func(path string) (facts, error) {
		f, err := lstat(path)
		f.owner, f.mode = 0, f.mode&^0o022
		return f, err
	})
	require.NoError(t, err)
	require.Equal(t, `{}`, string(data))

	_, err = readProtected(filepath.Join(filepath.Dir(path), "none.json"), lstat)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// asRoot returns the facts of a path as if root owned it and nobody else could write it.
func asRoot(path string) (facts, error) {
	f, err := lstat(path)
	f.owner, f.group, f.mode = 0, 0, f.mode&^0o022
	return f, err
}

func TestWhatStandsInThePlaceOfThePolicyButIsNoFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file.json")
	require.NoError(t, os.WriteFile(file, []byte(`{}`), 0o600))
	at := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.Mkdir(at("folder"), 0o700))
	require.NoError(t, syscall.Mkfifo(at("pipe"), 0o600))
	require.NoError(t, os.Symlink("nothing.json", at("dangling")))
	require.NoError(t, os.Symlink("nowhere", at("unmounted")))
	require.NoError(t, os.Symlink("circle", at("circle")))
	for path, want := range map[string]string{
		at("folder"):                at("folder") + " is not a file",
		at("pipe"):                  at("pipe") + " is not a file",
		at("dangling"):              at("dangling") + " is a link to something that does not exist",
		at("unmounted/policy.json"): at("unmounted") + " is a link to something that does not exist",
		at("circle"):                at("circle") + ": too many levels of symbolic links",
		file + "/policy.json":       file + "/policy.json: not a directory",
	} {
		_, err := readProtected(path, asRoot)
		require.EqualError(t, err, want)
		require.NotErrorIs(t, err, fs.ErrNotExist, "it would count as no policy")
		require.Equal(t, "The policy of your organisation cannot be read.", stateOf(path, nil, err).Refused)
	}
	require.NoError(t, os.Symlink(file, at("link")))
	data, err := readProtected(at("link"), asRoot)
	require.NoError(t, err)
	require.Equal(t, `{}`, string(data))
}

func TestThePolicyHasOnePlaceOnEachSystem(t *testing.T) {
	require.Equal(t, "/etc/quarry/policy.json", pathOn("linux"))
	require.Equal(t, "/Library/Application Support/Quarry/policy.json", pathOn("darwin"))
}
