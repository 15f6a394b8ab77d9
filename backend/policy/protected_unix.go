//go:build !windows

package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// maxLinks is how many symbolic links may be followed.
const maxLinks = 40

// sources returns the places of the policy.
func sources() []source {
	path := pathOn(runtime.GOOS)
	return []source{{path, func() ([]byte, error) { return readProtected(path, lstat) }}}
}

func pathOn(system string) string {
	if system == "darwin" {
		return "/Library/Application Support/Quarry/policy.json"
	}
	return "/etc/quarry/policy.json"
}

// facts are what decides who can change a file or folder.
type facts struct {
	mode         fs.FileMode
	owner, group uint32
	link         string // the target, if it is a symbolic link
}

// lstat returns the facts of a path without following a link at its end.
func lstat(path string) (facts, error) {
	about, err := os.Lstat(path)
	if err != nil {
		return facts{}, err
	}
	f := facts{mode: about.Mode(), owner: ^uint32(0), group: ^uint32(0)}
	if system, ok := about.Sys().(*syscall.Stat_t); ok {
		f.owner, f.group = system.Uid, system.Gid
	}
	if f.mode&fs.ModeSymlink != 0 {
		f.link, err = os.Readlink(path)
	}
	return f, err
}

// readProtected reads a file that only administrators can change. Otherwise the error is *Unprotected.
func readProtected(path string, stat func(string) (facts, error)) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe does not block the start
	if errors.Is(err, fs.ErrNotExist) {
		if link := dangling(path); link != "" {
			return nil, fmt.Errorf("%s is a link to something that does not exist", link)
		}
	}
	if err != nil {
		return nil, readable(path, err)
	}
	defer file.Close()
	real, err := resolveProtected(path, stat)
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	if err != nil {
		return nil, readable(path, err)
	}
	checked, err := os.Lstat(real)
	if err != nil || !os.SameFile(opened, checked) {
		return nil, fmt.Errorf("%s was replaced while it was read", path)
	}
	return readAll(path, file)
}

// dangling returns the path itself or the folder above it that is a link to nothing, "" if none is. A policy behind such a
// link is one that cannot be read: its folder may not be mounted yet.
func dangling(path string) string {
	for at := filepath.Clean(path); at != "/" && at != "."; at = filepath.Dir(at) {
		about, err := os.Lstat(at)
		if err != nil || about.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, err := os.Stat(at); errors.Is(err, fs.ErrNotExist) {
			return at
		}
	}
	return ""
}

// resolveProtected follows the links in a path, and returns an *Unprotected if anyone but an administrator can change the
// file, a folder above it, or a link on the way.
func resolveProtected(path string, stat func(string) (facts, error)) (string, error) {
	at, rest, links := "/", strings.Split(filepath.Clean(path), "/"), 0
	folder, err := stat(at)
	if err != nil {
		return "", readable(at, err)
	}
	if why := folder.unprotected(); why != "" {
		return "", &Unprotected{at, why}
	}
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		next := filepath.Join(at, name)
		f, err := stat(next)
		if err != nil {
			return "", readable(next, err)
		}
		if why := f.unprotected(); why != "" {
			return "", &Unprotected{next, why}
		}
		if f.mode&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return "", readable(path, errors.New("too many symbolic links"))
		}
		if filepath.IsAbs(f.link) {
			at = "/"
		}
		rest = append(strings.Split(f.link, "/"), rest...)
	}
	return at, nil
}

// macAdministrators is the group of the administrators on macOS.
const macAdministrators = 80

// unprotected returns how others than administrators can change the file or folder, "" if they cannot. In a folder with
// the sticky bit, what belongs to an administrator is safe from others.
func (f facts) unprotected() string {
	administrators := f.group == 0 || runtime.GOOS == "darwin" && f.group == macAdministrators
	switch {
	case f.owner != 0:
		return fmt.Sprintf("belongs to the user %d, not to root", f.owner)
	case f.mode&fs.ModeSymlink != 0, f.mode.IsDir() && f.mode&fs.ModeSticky != 0:
		return ""
	case f.mode.Perm()&0o002 != 0:
		return "can be changed by everyone"
	case f.mode.Perm()&0o020 != 0 && !administrators:
		return fmt.Sprintf("can be changed by the group %d", f.group)
	}
	return ""
}
