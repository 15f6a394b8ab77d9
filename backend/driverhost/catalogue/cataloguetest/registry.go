// Package cataloguetest makes signed driver registries for tests from this module's drivers, built and packed as for
// users.
package cataloguetest

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/sjson"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/registry"
	"quarry/backend/system/files"
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	TempDir() string
}

// Registry is a signed registry in its own folder.
type Registry struct {
	Dir     string // has index.json, index.json.sig and the packages
	Address string // address of the index
	Keys    registry.Keys
	// Application is the version of the application that the next index offers, nil for none.
	Application *registry.Release

	key      ed25519.PrivateKey
	sequence int64
}

// New makes a registry that offers the drivers with these ids (the folders of drivers/). All registries of a process are
// signed with the same key, but for those of strangers.
func New(t TB, ids ...string) *Registry {
	t.Helper()
	key, err := sharedKey()
	if err != nil {
		t.Fatalf("make a key: %v", err)
	}
	return signedWith(t, key, ids)
}

// NewStranger makes a registry as New does, but with a key of its own.
func NewStranger(t TB, ids ...string) *Registry {
	t.Helper()
	key, err := makeKey()
	if err != nil {
		t.Fatalf("make a key: %v", err)
	}
	return signedWith(t, key, ids)
}

var sharedKey = sync.OnceValues(makeKey)

func makeKey() (ed25519.PrivateKey, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	return private, err
}

func signedWith(t TB, key ed25519.PrivateKey, ids []string) *Registry {
	t.Helper()
	dir := t.TempDir()
	public := key.Public().(ed25519.PublicKey)
	r := &Registry{
		Dir: dir, Address: filepath.Join(dir, "index.json"), key: key,
		Keys: registry.Keys{{Public: public}},
	}
	var drivers []Driver
	for _, id := range ids {
		drivers = append(drivers, Built(t, id))
	}
	r.Publish(t, drivers...)
	return r
}

// Driver is the content of a driver package.
type Driver registry.Files

// With returns the driver with one value of its manifest replaced.
func (d Driver) With(t TB, path string, value any) Driver {
	t.Helper()
	text, err := sjson.SetBytes(d.Manifest, path, value)
	if err != nil {
		t.Fatalf("change the manifest: %v", err)
	}
	return Driver{Manifest: text, WASM: d.WASM, Completion: d.Completion}
}

// Rebuilt returns the driver as if built again from the same sources: its module has a custom section with note, at
// most 100 bytes long.
func (d Driver) Rebuilt(note string) Driver {
	const name = "note"
	content := slices.Concat([]byte{byte(len(name))}, []byte(name), []byte(note))
	wasm := slices.Concat(d.WASM, []byte{0, byte(len(content))}, content)
	return Driver{Manifest: d.Manifest, WASM: wasm, Completion: d.Completion}
}

// Built returns one of this module's drivers.
func Built(t TB, id string) Driver {
	t.Helper()
	return Driver{Manifest: Manifest(t, id), WASM: WASM(t, "quarry/drivers/"+id+"/wasm"), Completion: Completion(t, id)}
}

// Package returns the path of the package published for a version of a driver.
func (r *Registry) Package(id, version string) string {
	return filepath.Join(r.Dir, id+"-"+version+".qdrv")
}

// Publish packs the drivers and signs an index that offers only them.
func (r *Registry) Publish(t TB, drivers ...Driver) {
	t.Helper()
	var list []registry.DraftDriver
	for _, d := range drivers {
		listed, err := r.pack(d)
		if err != nil {
			t.Fatalf("pack a driver: %v", err)
		}
		list = append(list, listed)
	}
	r.sign(t, list)
}

// PublishUnread signs an index that offers a driver whose manifest this version cannot read and whose package does not
// exist.
func (r *Registry) PublishUnread(t TB, d Driver) {
	t.Helper()
	r.sign(t, []registry.DraftDriver{{Manifest: d.Manifest, Packages: []registry.Package{listing("later.qdrv", d.WASM)}}})
}

func (r *Registry) sign(t TB, drivers []registry.DraftDriver) {
	t.Helper()
	r.sequence++
	draft := registry.Draft{Sequence: r.sequence, Expires: time.Now().AddDate(1, 0, 0), Drivers: drivers, Application: r.Application}
	index, signature, err := registry.WriteIndex(draft, r.key)
	if err != nil {
		t.Fatalf("write the index: %v", err)
	}
	write(t, r.Address, index)
	write(t, r.Address+".sig", signature)
}

func (r *Registry) pack(d Driver) (registry.DraftDriver, error) {
	m, err := manifest.Parse(d.Manifest)
	if err != nil {
		return registry.DraftDriver{}, err
	}
	data, err := packed(d, r.key)
	if err != nil {
		return registry.DraftDriver{}, err
	}
	name := m.ID + "-" + m.Version + ".qdrv"
	if err := os.WriteFile(filepath.Join(r.Dir, name), data, 0o600); err != nil {
		return registry.DraftDriver{}, err
	}
	return registry.DraftDriver{Manifest: d.Manifest, Packages: []registry.Package{listing(name, data)}}, nil
}

var packages sync.Map // of the files of a driver and a key: a function that returns their package

// packed returns the package of a driver, which is compressed once for each process and key: that takes a third of a second.
func packed(d Driver, key ed25519.PrivateKey) ([]byte, error) {
	files := [...][sha256.Size]byte{sha256.Sum256(d.Manifest), sha256.Sum256(d.WASM), sha256.Sum256(d.Completion), sha256.Sum256(key)}
	pack, _ := packages.LoadOrStore(files, sync.OnceValues(func() ([]byte, error) { return registry.WritePackage(registry.Files(d), key) }))
	return pack.(func() ([]byte, error))()
}

func listing(name string, data []byte) registry.Package {
	sum := sha256.Sum256(data)
	return registry.Package{Platform: manifest.PlatformAny, URL: name, Size: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
}

// Copy copies the registry to another folder.
func (r *Registry) Copy(t TB) *Registry {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(r.Dir)); err != nil {
		t.Fatalf("copy a registry: %v", err)
	}
	return &Registry{Dir: dir, Address: filepath.Join(dir, "index.json"), Keys: r.Keys, key: r.key, sequence: r.sequence}
}

// Remove deletes the registry.
func (r *Registry) Remove(t TB) {
	t.Helper()
	if err := files.RemoveAll(r.Dir); err != nil {
		t.Fatalf("remove the registry: %v", err)
	}
}

func write(t TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatalf("write: %v", err)
	}
}

// Manifest reads the manifest of one of this module's drivers.
func Manifest(t TB, id string) []byte {
	t.Helper()
	return file(t, id, "manifest.json")
}

// Completion reads the completion facts of one of this module's drivers, nil if its manifest names no such file.
func Completion(t TB, id string) []byte {
	t.Helper()
	m, err := manifest.Parse(Manifest(t, id))
	if err != nil {
		t.Fatalf("read the manifest: %v", err)
	}
	if m.Completion == "" {
		return nil
	}
	return file(t, id, m.Completion)
}

func file(t TB, id, name string) []byte {
	t.Helper()
	root, err := module()
	if err != nil {
		t.Fatalf("find the module: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(root, "drivers", id, name))
	if err != nil {
		t.Fatalf("read a driver's %s: %v", name, err)
	}
	return text
}

var module = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	return strings.TrimSpace(string(out)), err
})

var built struct {
	sync.Mutex
	wasm map[string][]byte
}

// WASM builds a driver's main package as build/pack does, once per process.
func WASM(t TB, pkg string) []byte {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if wasm := built.wasm[pkg]; wasm != nil {
		return wasm
	}
	wasm, err := build(pkg)
	if err != nil {
		t.Fatalf("build %s: %v", pkg, err)
	}
	if built.wasm == nil {
		built.wasm = make(map[string][]byte)
	}
	built.wasm[pkg] = wasm
	return wasm
}

func build(pkg string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "quarry-driver-*")
	if err != nil {
		return nil, err
	}
	defer files.RemoveAll(folder)
	file := filepath.Join(folder, "driver.wasm")
	command := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-o", file, pkg)
	command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(file)
}
