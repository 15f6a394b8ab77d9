package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// suite and contents are what the root consists of: Debian 13 has Wine 10. Another content needs another name.
const (
	suite    = "trixie"
	contents = "wine,wine64,xvfb"
	tarName  = "wine-xvfb-" + suite + ".tar"
)

// Folders in the root.
const (
	programsName = "programs" // the test programs
	bridgeName   = "bridge"   // go.exe, and the calls that it hands over
	prefixName   = "wine"     // Wine's drive C and registry
)

// root is an unpacked Debian with Wine, in which the module is at the same path as outside.
type root struct {
	folder, module string
}

// openRoot unpacks a root and prepares Wine in it.
func openRoot(ctx context.Context, module string) (_ *root, err error) {
	if os.Geteuid() != 0 {
		return nil, errors.New("only root can make and enter a Debian root")
	}
	packed, err := packedRoot(ctx)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "quarry-windows-*")
	if err != nil {
		return nil, err
	}
	r := &root{folder, module}
	defer func() {
		if err != nil {
			r.remove()
		}
	}()
	if err := run(ctx, "tar", "-x", "-f", packed, "-C", folder, "--exclude=./dev/*"); err != nil {
		return nil, err
	}
	for _, name := range []string{programsName, bridgeName, prefixName, module} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "etc", "hosts"), []byte("127.0.0.1 localhost\n::1 localhost\n"), 0o644); err != nil {
		return nil, err
	}
	prepare := r.enter("/", "sh", "-c", "wine wineboot --init && wineserver --wait")
	return r, run(ctx, prepare[0], prepare[1:]...)
}

// packedRoot returns the tar of the root, and makes it first if it is not in the cache.
func packedRoot(ctx context.Context) (string, error) {
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	packed := filepath.Join(cache, tarName)
	if _, err := os.Stat(packed); err == nil {
		return packed, nil
	}
	mirror, err := mirror(ctx)
	if err != nil {
		return "", err
	}
	fmt.Printf("== making a root of Debian %s with Wine, once, as %s\n", suite, packed)
	part := packed + ".part"
	if err := run(ctx, "mmdebstrap", "--quiet", "--format=tar", "--variant=apt", "--include="+contents,
		"--aptopt=APT::Install-Recommends false", suite, part, mirror); err != nil {
		return "", errors.Join(err, os.Remove(part))
	}
	return packed, os.Rename(part, packed)
}

// mirror returns where apt on this machine gets Debian's packages.
func mirror(ctx context.Context) (string, error) {
	text, err := exec.CommandContext(ctx, "apt-get", "indextargets", "--format", "$(REPO_URI)", "Identifier: Packages", "Label: Debian", "Component: main").Output()
	if err != nil {
		return "", fmt.Errorf("ask apt for its sources: %w", withOutput(err))
	}
	first, _, _ := strings.Cut(string(text), "\n")
	if first == "" {
		return "", errors.New("apt has no source of Debian's packages: run apt-get update")
	}
	return first, nil
}

// cacheFolder returns QUARRY_CACHE, otherwise quarry in the user's cache folder.
func cacheFolder() (string, error) {
	folder := os.Getenv("QUARRY_CACHE")
	if folder == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("find the cache folder: %w", err)
		}
		folder = filepath.Join(base, "quarry")
	}
	return folder, os.MkdirAll(folder, 0o755)
}

// entering runs a command in the root, in a folder: $1 is the root, $2 the module, $3 the folder. What it mounts, and
// what it starts, ends with it.
const entering = `set -e
root=$1 module=$2 folder=$3
shift 3
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$module" "$root$module"
exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/bin:/bin WINEPREFIX=/` + prefixName + ` WINEDEBUG=-all \
  WINEPATH='Z:\` + bridgeName + `' XDG_RUNTIME_DIR=/tmp QUARRY_KEYRING=1 sh -c 'cd "$1" && shift && exec "$@"' sh "$folder" "$@"`

// enter returns the command that runs another in the root.
func (r *root) enter(folder string, inside ...string) []string {
	return append([]string{"unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", entering, "sh", r.folder, r.module, folder}, inside...)
}

// wine returns the command that runs a Windows program.
func (r *root) wine(folder string, program ...string) []string {
	return r.enter(folder, append([]string{"wine"}, program...)...)
}

func (r *root) programs() string { return filepath.Join(r.folder, programsName) }

// remove removes the root. Its mounts have ended with the commands that ran in it.
func (r *root) remove() { _ = os.RemoveAll(r.folder) }

func run(ctx context.Context, name string, arguments ...string) error {
	if text, err := exec.CommandContext(ctx, name, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, text)
	}
	return nil
}
