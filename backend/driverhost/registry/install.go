package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile"
)

// Step is one step of an installation.
type Step string

// The steps of an installation, in order.
const (
	StepDownload  Step = "download"
	StepCheck     Step = "check"     // size and SHA-256
	StepSignature Step = "signature" // and the archive's names and limits
	StepStart     Step = "start"     // unpack and start
)

// Progress is how far an installation has come. Done and Total are bytes, Rate is bytes per second; all three describe
// the download in every step.
type Progress struct {
	Step              Step
	Done, Total, Rate int64
}

// Protocols is the inclusive range of driver protocol versions that the application supports.
type Protocols struct{ Oldest, Newest int }

// Installer installs and loads drivers. Set its fields before use; it is safe for concurrent use. It calls progress
// functions with its lock held: they must return quickly and must not call the Installer.
type Installer struct {
	Dir        string // the folder of the installed drivers: <id>/<version>/, <id>/current, <id>/staged and <id>/disabled
	Keys       Keys
	Profile    string // the profile folder, where the Client saves which keys are revoked; "": none are
	AppVersion string // semantic version
	Protocol   Protocols
	// Trial starts and stops the driver once before it is installed.
	Trial func(ctx context.Context, wasm []byte, m *manifest.Manifest) error
	// Busy reports whether a driver is in use: if so, a newly installed different version waits for Activate. nil means
	// that no driver is ever in use. It is called with a lock of the Installer held and must not call the Installer.
	Busy      func(id string) bool
	Transport http.RoundTripper // nil: the system's certificates and the environment's proxy
	Stall     time.Duration     // a download without data for this long fails; 0: 30 s
	Now       func() time.Time  // nil: the system's clock

	after func(time.Duration, func()) (stop func() bool) // see fetcher

	mu      sync.Mutex // protects flights
	flights map[string]*flight
	placing sync.Mutex // held together with the folder's lock, which excludes other processes
}

// Installed is a driver that was read from its folder and verified.
type Installed struct {
	Manifest *manifest.Manifest
	WASM     []byte
	Key      string // fingerprint of the publisher's key
	Folder   string
	Package  string // SHA-256 of its package, "" if unknown: distinguishes builds of one version
	Size     int64  // size of its files
	Waits    bool   // not used until Activate
}

// Install downloads, checks, tries and installs the entry's driver. Waits is set if the driver is in use. A failure is
// an *Error (or wraps the context's error) and leaves the installed version unchanged. If an installation of the same
// driver is running, Install joins it.
func (in *Installer) Install(ctx context.Context, entry Entry, progress func(Progress)) (*Installed, error) {
	pkg, err := in.choose(entry)
	if err != nil {
		return nil, err
	}
	return in.together(ctx, entry.ID, progress, func(ctx context.Context, report func(Progress)) (*Installed, error) {
		return in.install(ctx, entry, pkg, report)
	})
}

// Refuses returns, as an *Error, why the entry cannot be installed on this computer; nil if there is no known reason.
func (in *Installer) Refuses(entry Entry) error {
	_, err := in.choose(entry)
	return err
}

func (in *Installer) choose(entry Entry) (Package, error) {
	if entry.Problem != nil {
		return Package{}, entry.Problem
	}
	if entry.Manifest == nil || entry.Manifest.ID != entry.ID {
		return Package{}, wrongDriver("the entry has no manifest", nil)
	}
	if err := in.fits(entry.Manifest); err != nil {
		return Package{}, err
	}
	for _, pkg := range entry.Packages {
		if pkg.Platform == manifest.PlatformAny {
			return pkg, nil
		}
	}
	return Package{}, noPlatform()
}

// fits checks platform, protocol and minimum application version.
func (in *Installer) fits(m *manifest.Manifest) error {
	if m.Platform != manifest.PlatformAny {
		return noPlatform()
	}
	detail := fmt.Sprintf("protocol %d, application %s or newer; this is application %s with protocols %d to %d",
		m.Protocol, m.MinApp, in.AppVersion, in.Protocol.Oldest, in.Protocol.Newest)
	if m.Protocol < in.Protocol.Oldest {
		return &Error{Kind: WrongVersion, Message: sentenceOlder, Detail: detail}
	}
	app, err := manifest.ParseVersion(in.AppVersion)
	if err != nil {
		return fmt.Errorf("check a driver's minimum application version: %w", err)
	}
	least, err := manifest.ParseVersion(m.MinApp)
	if err != nil {
		return wrongDriver("its minimum application version", err)
	}
	if m.Protocol > in.Protocol.Newest || app.CompareCore(least) < 0 {
		return &Error{Kind: WrongVersion, Message: sentenceNewer, Detail: detail}
	}
	return nil
}

func noPlatform() *Error {
	return &Error{Kind: NoPlatform, Message: fmt.Sprintf("The driver is not available for %s %s.", runtime.GOOS, runtime.GOARCH)}
}

func (in *Installer) install(ctx context.Context, entry Entry, pkg Package, report func(Progress)) (*Installed, error) {
	data, done, err := in.download(ctx, pkg, report)
	if err != nil {
		return nil, err
	}
	done.Step = StepSignature
	report(done)
	return in.admit(ctx, data, done, report, func(m *manifest.Manifest) error {
		if m.ID != entry.Manifest.ID || m.Version != entry.Manifest.Version {
			return wrongDriver(fmt.Sprintf("it contains %s %s instead of %s %s", m.ID, m.Version, entry.Manifest.ID, entry.Manifest.Version), nil)
		}
		if err := in.fits(m); err != nil {
			return err
		}
		return sameManifest(m, entry.Manifest)
	})
}

// sameManifest refuses a manifest that says something else than the one of the index, which is what the user saw: another
// form, or more requests that need no consent because they are said to read only.
func sameManifest(packaged, listed *manifest.Manifest) error {
	has, err := json.Marshal(packaged)
	if err != nil {
		return wrongDriver("its manifest cannot be compared", err)
	}
	shown, err := json.Marshal(listed)
	if err != nil {
		return wrongDriver("the index's manifest cannot be compared", err)
	}
	if !bytes.Equal(has, shown) {
		return wrongDriver("its manifest differs from the one in the index", nil)
	}
	return nil
}

// InstallFile installs a package from disk with the same checks except those of the index. A version older than the
// installed one is refused with kind Older, since no index confirms that the downgrade is intended.
func (in *Installer) InstallFile(ctx context.Context, path string, progress func(Progress)) (*Installed, error) {
	at, err := filepath.Abs(path)
	if err != nil {
		return nil, storage("find the package", err)
	}
	return in.together(ctx, "file "+at, progress, func(ctx context.Context, report func(Progress)) (*Installed, error) {
		data, err := fetcher{}.read(ctx, location{file: at}, maxPackage)
		var refused *Error
		if errors.As(err, &refused) {
			return nil, &Error{Kind: BadArchive, Message: fmt.Sprintf("The package is larger than %d MB.", maxPackage>>20), Detail: at}
		}
		if err != nil {
			return nil, &Error{Kind: Unreachable, Message: fmt.Sprintf("Quarry cannot read the package: %s.", cause(err)), Err: err}
		}
		done := Progress{Step: StepSignature, Done: int64(len(data)), Total: int64(len(data))}
		report(done)
		return in.admit(ctx, data, done, report, in.notOlder)
	})
}

// notOlder refuses a version older than the installed one. If the installed one cannot be loaded, its version is
// unknown and nothing is refused.
func (in *Installer) notOlder(m *manifest.Manifest) error {
	installed, err := in.Load(m.ID)
	if err != nil {
		return nil
	}
	offered, err := manifest.ParseVersion(m.Version)
	if err != nil {
		return wrongDriver("its version", err)
	}
	have, err := manifest.ParseVersion(installed.Manifest.Version)
	if err != nil || offered.Compare(have) >= 0 {
		return nil
	}
	return older(m, installed.Manifest)
}

// admit unpacks a package's bytes, checks signature, platform and versions, tries the driver and places it.
func (in *Installer) admit(ctx context.Context, data []byte, done Progress, report func(Progress), expected func(*manifest.Manifest) error) (*Installed, error) {
	files, err := unpack(data)
	if err != nil {
		return nil, err
	}
	keys, err := in.trusted()
	if err != nil {
		return nil, err
	}
	driver, err := files.verify(keys)
	if err != nil {
		return nil, asPackage(err)
	}
	if err := expected(driver.parsed); err != nil {
		return nil, err
	}
	if err := in.fits(driver.parsed); err != nil {
		return nil, err
	}
	done.Step = StepStart
	report(done)
	return in.place(ctx, driver, sum(data))
}

// trusted returns the keys without those that were revoked, perhaps by another process a moment ago.
func (in *Installer) trusted() (Keys, error) {
	if in.Profile == "" {
		return in.Keys, nil
	}
	seen, err := readSeen(in.Profile)
	if err != nil {
		return nil, err
	}
	return in.Keys.without(seen.Revoked), nil
}

// asPackage turns the error about a changed file into its meaning for a package: an invalid signature.
func asPackage(err error) error {
	var refused *Error
	if errors.As(err, &refused) && refused.Kind == Changed {
		return badSignature(refused.Detail + " is not the signed one")
	}
	return err
}

func (in *Installer) tryOut(ctx context.Context, driver *verified) error {
	if in.Trial == nil {
		return errors.New("try the driver out: no trial is set")
	}
	err := in.Trial(ctx, driver.wasm, driver.parsed)
	if err == nil {
		return ctx.Err()
	}
	if ctx.Err() != nil {
		return fmt.Errorf("try the driver out: %w", ctx.Err())
	}
	return &Error{Kind: NotStarted, Message: fmt.Sprintf("The driver did not start: %s.", strings.TrimSuffix(err.Error(), ".")), Err: err}
}

// exclusive reserves the folder for changes until release is called, also against other processes, so that none removes
// files that another one is still writing.
func (in *Installer) exclusive() (release func(), err error) {
	in.placing.Lock()
	unlock, err := profile.Lock(in.Dir)
	if err != nil {
		in.placing.Unlock()
		return nil, storage("lock the drivers' folder", err)
	}
	return func() {
		unlock()
		in.placing.Unlock()
	}, nil
}

func (in *Installer) now() time.Time {
	if in.Now != nil {
		return in.Now()
	}
	return time.Now()
}
