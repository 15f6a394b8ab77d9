// SPEC: PLG-02, PLG-03, PLG-06
package registry

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
)

// zipFile is one entry of an archive that a test builds by hand.
type zipFile struct {
	name string
	mode fs.FileMode
	data []byte
}

func zipped(t testing.TB, files ...zipFile) []byte {
	t.Helper()
	var buffer bytes.Buffer
	archive := zip.NewWriter(&buffer)
	for _, file := range files {
		header := &zip.FileHeader{Name: file.name, Method: zip.Deflate}
		if file.mode != 0 {
			header.SetMode(file.mode)
		}
		w, err := archive.CreateHeader(header)
		require.NoError(t, err)
		_, err = w.Write(file.data)
		require.NoError(t, err)
	}
	require.NoError(t, archive.Close())
	return buffer.Bytes()
}

// signedFiles returns the entries of a valid package.
func signedFiles(t testing.TB, m, wasm []byte) []zipFile {
	t.Helper()
	files, err := unpack(packed(t, m, wasm))
	require.NoError(t, err)
	return []zipFile{{name: manifestName, data: files.manifest}, {name: wasmName, data: files.wasm}, {name: signatureName, data: files.signature}}
}

// resigned returns a valid package with a changed signature file.
func resigned(t testing.TB, change func(*signatureFile)) []byte {
	t.Helper()
	files := signedFiles(t, described(t, "version", "1.3.0"), module("new"))
	var signed signatureFile
	require.NoError(t, json.Unmarshal(files[2].data, &signed))
	change(&signed)
	var err error
	files[2].data, err = json.Marshal(signed)
	require.NoError(t, err)
	return zipped(t, files...)
}

// understated returns an archive whose directory claims that the driver unpacks to 100 bytes.
func understated(t testing.TB) []byte {
	t.Helper()
	files := signedFiles(t, described(t, "version", "1.3.0"), make([]byte, 3<<16))
	data := zipped(t, files...)
	stated := []byte{0, 0, 3, 0} // 3<<16, little endian
	require.GreaterOrEqual(t, bytes.Count(data, stated), 1)
	return bytes.ReplaceAll(data, stated, []byte{100, 0, 0, 0})
}

// refusal is one way in which an installation must fail. The package, what is served and the changes default to a valid
// new version.
type refusal struct {
	name    string
	m       []byte           // in the index
	pkg     []byte           // that the index lists
	served  []byte           // that is served instead
	list    func(*Package)   // changes what is listed
	setup   func(*Installer) // changes the installer
	trial   error            // the error that the driver's start returns
	want    Kind             // kind of the error
	message string           // the error's whole message
}

func refusals(t *testing.T) []refusal {
	newer := described(t, "version", "1.3.0")
	proper := packed(t, newer, module("new"))
	other := bytes.Clone(proper)
	other[len(other)/2] ^= 1
	files := signedFiles(t, newer, module("new"))
	with := func(extra ...zipFile) []byte { return zipped(t, append(append([]zipFile{}, files...), extra...)...) }
	foreign, err := WritePackage(Files{Manifest: newer, WASM: module("new")}, key(2))
	require.NoError(t, err)
	platform := fmt.Sprintf("The driver is not available for %s %s.", runtime.GOOS, runtime.GOARCH)
	long := make([]byte, 700_000)
	return []refusal{
		{name: "wrong hash", served: other, want: WrongHash, message: fmt.Sprintf("The download does not match the registry: its SHA-256 is %s, expected %s.", short(sum(other)), short(sum(proper)))},
		{name: "truncated download", served: proper[:100], want: Truncated, message: fmt.Sprintf("The download ended after 0.000 of %s MB.", megabytes(int64(len(proper)), 1))},
		{name: "truncated download of a large file", pkg: long, served: long[:300_000], want: Truncated, message: "The download ended after 0.3 of 0.7 MB."},
		{name: "nothing to download", list: func(p *Package) { p.URL = "gone.qdrv" }, want: Unreachable, message: "Quarry cannot download the driver: the server returned 404 Not Found."},
		{name: "size too long", served: append(bytes.Clone(proper), 0), want: TooLong, message: fmt.Sprintf("The download is larger than the %s MB that the registry lists.", megabytes(int64(len(proper)), 1))},
		{name: "size far too long", pkg: long, served: append(bytes.Clone(long), make([]byte, 8<<20)...), want: TooLong, message: "The download is larger than the 0.7 MB that the registry lists."},
		{name: "wrong platform in the index", list: func(p *Package) { p.Platform = "plan9/386" }, want: NoPlatform, message: platform},
		{name: "this very platform, which a driver never names", list: func(p *Package) { p.Platform = runtime.GOOS + "/" + runtime.GOARCH }, want: NoPlatform, message: platform},
		{name: "wrong platform in the manifest", m: described(t, "version", "1.3.0", "platform", "plan9/386"), want: NoPlatform, message: platform},
		{name: "protocol too new", m: described(t, "version", "1.3.0", "protocol", 3), want: WrongVersion, message: "This driver needs a newer version of Quarry. Update Quarry, then install the driver."},
		{name: "protocol too old", m: newer, setup: func(in *Installer) { in.Protocol = Protocols{Oldest: 2, Newest: 2} }, want: WrongVersion, message: "This driver was built for an older version of Quarry. Update the driver."},
		{name: "application too old", m: described(t, "version", "1.3.0", "minApp", "0.2.0"), want: WrongVersion, message: "This driver needs a newer version of Quarry. Update Quarry, then install the driver."},
		{name: "protocol too new in the package only", pkg: packed(t, described(t, "version", "1.3.0", "protocol", 3), module("new")), want: WrongVersion, message: "This driver needs a newer version of Quarry. Update Quarry, then install the driver."},
		{name: "unknown key", pkg: foreign, want: UnknownKey, message: "It is signed with a key that this build of Quarry does not trust (" + fingerprintOf(key(2)) + ")."},
		{name: "missing signature", pkg: zipped(t, files[:2]...), want: NoSignature, message: "The signature is not valid."},
		{name: "signature that is no JSON", pkg: zipped(t, files[0], files[1], zipFile{name: signatureName, data: []byte("x")}), want: NoSignature, message: "The signature is not valid."},
		{name: "signature of other bytes", pkg: resigned(t, func(s *signatureFile) { s.Signature = sign(key(1), []byte("something else")) }), want: NoSignature, message: "The signature is not valid."},
		{name: "signature by another key under the trusted name", pkg: resigned(t, func(s *signatureFile) {
			s.Signature = sign(key(2), s.message())
		}), want: NoSignature, message: "The signature is not valid."},
		{name: "signature of another version", pkg: resigned(t, func(s *signatureFile) {
			s.Version = "1.2.0"
		}), want: NoSignature, message: "The signature is not valid."},
		{name: "properly signed for another driver than it holds", pkg: resigned(t, func(s *signatureFile) {
			s.ID = "other"
			s.Signature = sign(key(1), s.message())
		}), want: WrongDriver, message: "The package does not contain the driver that the registry lists."},
		{name: "properly signed for another version than it holds", pkg: resigned(t, func(s *signatureFile) {
			s.Version = "1.2.0"
			s.Signature = sign(key(1), s.message())
		}), want: WrongDriver, message: "The package does not contain the driver that the registry lists."},
		{name: "signed for another driver file", pkg: zipped(t, files[0], zipFile{name: wasmName, data: module("bad")}, files[2]), want: NoSignature, message: "The signature is not valid."},
		{name: "signed for another manifest", pkg: zipped(t, zipFile{name: manifestName, data: described(t, "version", "1.3.1")}, files[1], files[2]), want: NoSignature, message: "The signature is not valid."},
		{name: "path traversal", pkg: with(zipFile{name: "../../evil.wasm", data: []byte("x")}), want: BadArchive, message: "The package contains a path outside its folder."},
		{name: "path traversal with backslashes", pkg: with(zipFile{name: `..\evil.wasm`, data: []byte("x")}), want: BadArchive, message: "The package contains a path outside its folder."},
		{name: "path traversal inside", pkg: with(zipFile{name: "a/../../driver.wasm", data: []byte("x")}), want: BadArchive, message: "The package contains a path outside its folder."},
		{name: "absolute path", pkg: with(zipFile{name: "/tmp/evil.wasm", data: []byte("x")}), want: BadArchive, message: "The package contains a path outside its folder."},
		{name: "path with a drive", pkg: with(zipFile{name: `C:\evil.wasm`, data: []byte("x")}), want: BadArchive, message: "The package contains a path outside its folder."},
		{name: "link", pkg: zipped(t, files[0], zipFile{name: wasmName, mode: fs.ModeSymlink | 0o777, data: []byte("/etc/passwd")}, files[2]), want: BadArchive, message: "The package contains a path outside its folder."},
		{name: "folder", pkg: with(zipFile{name: "lib/", mode: fs.ModeDir | 0o755}), want: BadArchive, message: "The package is not a driver package."},
		{name: "unknown name", pkg: with(zipFile{name: "readme.txt", data: []byte("x")}), want: BadArchive, message: "The package is not a driver package."},
		{name: "file that stands twice", pkg: with(files[1]), want: BadArchive, message: "The package is not a driver package."},
		{name: "no driver in it", pkg: zipped(t, files[0], files[2]), want: BadArchive, message: "The package is not a driver package."},
		{name: "no archive", pkg: []byte("this is no archive"), want: BadArchive, message: "The package is not a driver package."},
		{name: "archive bomb by its size", pkg: zipped(t, zipFile{name: wasmName, data: make([]byte, maxWASM+1)}), want: BadArchive, message: "The package unpacks to more than 64 MB."},
		{name: "archive bomb by its ratio", pkg: zipped(t, zipFile{name: wasmName, data: make([]byte, 32<<20)}), want: BadArchive, message: "The package unpacks to more than 3 MB."},
		{name: "archive bomb that understates itself", pkg: understated(t), want: BadArchive, message: "The package is not a driver package."},
		{name: "manifest bomb", pkg: zipped(t, zipFile{name: manifestName, data: make([]byte, maxManifest+1)}, files[1], files[2]), want: BadArchive, message: "The package unpacks to more than 1 MB."},
		{name: "another driver", pkg: packed(t, described(t, "id", "other"), module("new")), want: WrongDriver, message: "The package does not contain the driver that the registry lists."},
		{name: "another version", pkg: packed(t, described(t, "version", "1.1.0"), module("new")), want: WrongDriver, message: "The package does not contain the driver that the registry lists."},
		{name: "driver that does not start", trial: errors.New("it has no exports"), want: NotStarted, message: "The driver did not start: it has no exports."},
	}
}

func TestWhatIsRefusedLeavesTheInstalledDriverAsItWas(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	for _, test := range refusals(t) {
		t.Run(test.name, func(t *testing.T) {
			in := newInstaller(t)
			folder := t.TempDir()
			server := httptest.NewServer(http.FileServer(http.Dir(folder)))
			defer server.Close()
			before := described(t)
			address := publish(t, folder, 1, before, packed(t, before, module("old")), nil)
			_, err := in.Install(context.Background(), entryOf(t, address), nil)
			require.NoError(t, err)
			tree := treeOf(t, in.Dir)

			entry := entryOf(t, refusedRegistry(t, folder, server.URL, test))
			if test.setup != nil {
				test.setup(in)
			}
			if test.trial != nil {
				in.Trial = func(context.Context, []byte, *manifest.Manifest) error { return test.trial }
			}
			installed, err := in.Install(context.Background(), entry, nil)
			requireKind(t, err, test.want, test.message)
			require.Nil(t, installed)

			require.Equal(t, tree, treeOf(t, in.Dir), "every file is what it was, and there is no other")
			in.Protocol = Protocols{Oldest: 1, Newest: 2}
			loaded, err := in.Load("sample")
			require.NoError(t, err)
			require.Equal(t, "1.2.0", loaded.Manifest.Version)
			require.Equal(t, module("old"), loaded.WASM)
		})
	}
}

// refusedRegistry publishes what the case describes and returns the index's address.
func refusedRegistry(t *testing.T, folder, server string, test refusal) string {
	t.Helper()
	m, pkg := test.m, test.pkg
	if m == nil {
		m = described(t, "version", "1.3.0")
	}
	if pkg == nil {
		pkg = packed(t, m, module("new"))
	}
	publish(t, folder, 2, m, pkg, test.list)
	if test.served != nil {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "sample.qdrv"), test.served, 0o600))
	}
	return server + "/index.json"
}

func TestAFailedFirstInstallationLeavesNothing(t *testing.T) {
	in := newInstaller(t)
	in.Trial = func(context.Context, []byte, *manifest.Manifest) error { return errors.New("no") }
	_, err := in.Install(context.Background(), entryOf(t, publish(t, t.TempDir(), 1, described(t), packed(t, described(t), module("a")), nil)), nil)
	require.Error(t, err)
	require.Empty(t, treeOf(t, in.Dir))
	_, err = in.Load("sample")
	requireKind(t, err, NotInstalled, "The driver is not installed.")
}

// treeOf returns every file and folder below dir with its contents.
func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	tree := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || entry.IsDir() {
			tree[name] = "folder"
			return err
		}
		data, err := os.ReadFile(path)
		tree[name] = string(data)
		return err
	}))
	return tree
}
