package registry

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/sjson"

	"quarry/backend/driverhost/manifest"
)

// testTime is the clock of all tests.
var testTime = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func atTestTime() time.Time { return testTime }

// key derives a key pair from a number, so that it is the same each time.
func key(n byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
}

func trust(keys ...ed25519.PrivateKey) Keys {
	trusted := Keys{}
	for _, k := range keys {
		trusted = append(trusted, Key{Public: publicOf(k)})
	}
	return trusted
}

// described returns a driver's manifest with some values replaced: path, value, path, value.
func described(t testing.TB, replace ...any) []byte {
	t.Helper()
	text := `{"schema":1,"id":"sample","title":"Sample","badge":"SA","badgeFill":"#102030","badgeText":"#FFFFFF",
"version":"1.2.0","summary":"A sample","publisher":"Somebody","protocol":1,"minApp":"0.1.0","platform":"any",
"nouns":{"object":"table","objects":"tables","row":"row","rows":"rows"},
"form":{"tabs":[{"id":"general","title":"General","fields":[{"id":"host","label":"Host","kind":"text"}]}]},"auth":[],"reads":[]}`
	for i := 0; i < len(replace); i += 2 {
		var err error
		text, err = sjson.Set(text, replace[i].(string), replace[i+1])
		require.NoError(t, err)
	}
	return []byte(text)
}

// module returns something that the trial of newInstaller accepts as a driver.
func module(text string) []byte {
	return append([]byte("\x00asm\x01\x00\x00\x00"), text...)
}

func packed(t testing.TB, m, wasm []byte) []byte {
	t.Helper()
	data, err := WritePackage(Files{Manifest: m, WASM: wasm}, key(1))
	require.NoError(t, err)
	return data
}

// publish writes a package, an index that lists it, and the index's signature into the folder, and returns the index's
// path. change can alter the listed package before the index is signed.
func publish(t testing.TB, folder string, sequence int64, m, pkg []byte, change func(*Package)) string {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "sample.qdrv"), pkg, 0o600))
	listed := Package{Platform: manifest.PlatformAny, URL: "sample.qdrv", Size: int64(len(pkg)), SHA256: sum(pkg)}
	if change != nil {
		change(&listed)
	}
	return publishIndex(t, folder, Draft{
		Sequence: sequence, Expires: testTime.AddDate(1, 0, 0),
		Drivers: []DraftDriver{{Manifest: json.RawMessage(m), Packages: []Package{listed}}},
	})
}

func publishIndex(t testing.TB, folder string, draft Draft) string {
	t.Helper()
	index, signature, err := WriteIndex(draft, key(1))
	require.NoError(t, err)
	path := filepath.Join(folder, "index.json")
	require.NoError(t, os.WriteFile(path, index, 0o600))
	require.NoError(t, os.WriteFile(path+".sig", signature, 0o600))
	return path
}

func newClient(t testing.TB) *Client {
	return &Client{Keys: trust(key(1)), Folder: t.TempDir(), Now: atTestTime}
}

func newInstaller(t testing.TB) *Installer {
	return &Installer{
		Dir: filepath.Join(t.TempDir(), "drivers"), Keys: trust(key(1)), AppVersion: "0.1.0",
		Protocol: Protocols{Oldest: 1, Newest: 2}, Now: atTestTime,
		Trial: func(_ context.Context, wasm []byte, _ *manifest.Manifest) error {
			if !bytes.HasPrefix(wasm, []byte("\x00asm")) {
				return errors.New("not a module")
			}
			return nil
		},
	}
}

func entryOf(t testing.TB, address string) Entry {
	t.Helper()
	listing, err := newClient(t).Fetch(context.Background(), address)
	require.NoError(t, err)
	require.Len(t, listing.Index.Entries, 1)
	return listing.Index.Entries[0]
}

func requireKind(t testing.TB, err error, kind Kind, message string) {
	t.Helper()
	var refused *Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, kind, refused.Kind, "%v", err)
	require.Equal(t, message, refused.Message)
}
