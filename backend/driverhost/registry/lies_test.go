// SPEC: PLG-02, PLG-03, PLG-04, PLG-06, PLG-08, DST-07
package registry

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/sjson"

	"quarry/backend/driverhost/manifest"
)

// liar is a registry on a server that was honest once: the driver sample 1.2.0 of its index 5 is installed. It trusts an
// old key, key(3), and the registry's own.
type liar struct {
	t       *testing.T
	folder  string // what is served
	address string
	answer  map[string]http.HandlerFunc // instead of a file, by its path
	client  *Client
	in      *Installer
}

func newLiar(t *testing.T) *liar {
	t.Helper()
	l := &liar{t: t, folder: t.TempDir(), answer: map[string]http.HandlerFunc{}, client: newClient(t), in: newInstaller(t)}
	files := http.FileServer(http.Dir(l.folder))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if answer := l.answer[q.URL.Path]; answer != nil {
			answer(w, q)
			return
		}
		files.ServeHTTP(w, q)
	}))
	t.Cleanup(server.Close)
	l.address = server.URL + "/index.json"
	l.client.Keys = trust(key(3), key(1))
	l.in.Keys, l.in.Profile = l.client.Keys, l.client.Folder
	publish(t, l.folder, 5, described(t), packed(t, described(t), module("old")), nil)
	require.NoError(t, l.install())
	return l
}

// install reads the index and installs its first driver, as a user does who looks at the list first.
func (l *liar) install() error {
	l.t.Helper()
	listing, err := l.client.Fetch(l.t.Context(), l.address)
	if err != nil {
		return err
	}
	require.False(l.t, listing.Kept, listing.Notice)
	_, err = l.in.Install(l.t.Context(), listing.Index.Entries[0], nil)
	return err
}

// sends answers with a status and a body in place of a file.
func (l *liar) sends(path string, status int, body []byte) {
	l.answer[path] = func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}
}

// signs publishes a text as the index, properly signed.
func (l *liar) signs(index []byte) {
	l.t.Helper()
	signature, err := json.Marshal(detached{Key: fingerprintOf(key(1)), Signature: sign(key(1), index)})
	require.NoError(l.t, err)
	path := filepath.Join(l.folder, "index.json")
	require.NoError(l.t, os.WriteFile(path, index, 0o600))
	require.NoError(l.t, os.WriteFile(path+".sig", signature, 0o600))
}

// alters signs an index 6 in which a member, by its path, has another value.
func (l *liar) alters(path string, value any) {
	l.t.Helper()
	l.offers(nil)
	index, err := os.ReadFile(filepath.Join(l.folder, "index.json"))
	require.NoError(l.t, err)
	index, err = sjson.SetBytes(index, path, value)
	require.NoError(l.t, err)
	l.signs(index)
}

// offers publishes an index 6 with the driver's version 1.3.0, and returns the package.
func (l *liar) offers(change func(*Package)) []byte {
	l.t.Helper()
	m := described(l.t, "version", "1.3.0")
	pkg := packed(l.t, m, module("new"))
	publish(l.t, l.folder, 6, m, pkg, change)
	return pkg
}

// state is every file of the profile and of the drivers' folder.
func (l *liar) state() map[string]string {
	all := treeOf(l.t, l.in.Dir)
	for name, text := range treeOf(l.t, l.client.Folder) {
		all["profile/"+name] = text
	}
	return all
}

// requireUntouched requires that the installed driver loads, and that no file was changed or added but, after a valid index,
// what is remembered of it.
func (l *liar) requireUntouched(before map[string]string, accepted bool) {
	l.t.Helper()
	after := l.state()
	require.Equal(l.t, accepted, before["profile/"+keptName] != after["profile/"+keptName], "whether the index is remembered")
	if accepted {
		for _, name := range []string{keptName, seenName} {
			after["profile/"+name] = before["profile/"+name]
		}
	}
	require.Equal(l.t, before, after)
	loaded, err := l.in.Load("sample")
	require.NoError(l.t, err)
	require.Equal(l.t, "1.2.0", loaded.Manifest.Version)
	require.Equal(l.t, module("old"), loaded.WASM)
}

const notTheDriver = "The package does not contain the driver that the registry lists."

func TestALyingIndexChangesNothing(t *testing.T) {
	date := testTime.AddDate(1, 0, 0)
	tests := []struct {
		name    string
		lie     func(l *liar)
		kind    Kind
		message string
		detail  string // part of the reason in the details, where others have the same message
	}{
		{"signed by a stranger", func(l *liar) {
			index, signature, err := WriteIndex(Draft{Sequence: 6, Expires: date}, key(2))
			require.NoError(l.t, err)
			l.sends("/index.json", 200, index)
			l.sends("/index.json.sig", 200, signature)
		}, UnknownKey, "It is signed with a key that this build of Quarry does not trust (" + fingerprintOf(key(2)) + ").", ""},
		{"signed by a stranger in the name of the registry", func(l *liar) {
			l.offers(nil)
			index, err := os.ReadFile(filepath.Join(l.folder, "index.json"))
			require.NoError(l.t, err)
			signature, err := json.Marshal(detached{Key: fingerprintOf(key(1)), Signature: sign(key(2), index)})
			require.NoError(l.t, err)
			l.sends("/index.json.sig", 200, signature)
		}, NoSignature, sentenceSignature, ""},
		{"with the signature of the one before", func(l *liar) {
			old, err := os.ReadFile(filepath.Join(l.folder, "index.json.sig"))
			require.NoError(l.t, err)
			l.offers(nil)
			l.sends("/index.json.sig", 200, old)
		}, NoSignature, sentenceSignature, ""},
		{"without a signature", func(l *liar) {
			l.offers(nil)
			l.sends("/index.json.sig", 404, nil)
		}, NoSignature, "The registry's signature file is missing (index.json.sig).", ""},
		{"with a page for a signature", func(l *liar) {
			l.offers(nil)
			l.sends("/index.json.sig", 200, []byte("<html>Sign in</html>"))
		}, NoSignature, sentenceSignature, ""},
		{"with an endless signature", func(l *liar) {
			l.offers(nil)
			l.answer["/index.json.sig"] = func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, zeros{}) }
		}, NoSignature, sentenceSignature, ""},
		{"an older one", func(l *liar) { l.alters("sequence", 4) }, Downgrade, "The registry's index is older than the last one (4, last 5).", ""},
		{"another one of the same sequence", func(l *liar) { l.alters("sequence", 5) }, Reused, "The registry's index has changed but still has the sequence number 5. Its publisher has to sign it with a higher one.", ""},
		{"an expired one", func(l *liar) { l.alters("expires", testTime) }, Expired, "The registry's index expired on 21 November 2026.", ""},
		{"in the name of another key", func(l *liar) { l.alters("key", fingerprintOf(key(3))) }, NoSignature, sentenceSignature, ""},
		{"larger than 4 MB", func(l *liar) { l.alters("padding", strings.Repeat("x", maxIndex)) }, BadIndex, sentenceIndex, "larger than 4194304 bytes"},
		{"of another schema", func(l *liar) { l.alters("schema", 2) }, BadIndex, sentenceIndex, "schema 2"},
		{"without a sequence", func(l *liar) { l.alters("sequence", 0) }, BadIndex, sentenceIndex, "no sequence"},
		{"with a sequence beyond every number", func(l *liar) { l.alters("sequence", json.Number("1e30")) }, BadIndex, sentenceIndex, "cannot unmarshal number 1e30"},
		{"without a date", func(l *liar) { l.alters("expires", "0001-01-01T00:00:00Z") }, BadIndex, sentenceIndex, "no expiry date"},
		{"that revokes its own key", func(l *liar) { l.alters("revoked", []string{fingerprintOf(key(1))}) }, BadIndex, sentenceIndex, "which is its own key"},
		{"that is a list", func(l *liar) { l.signs([]byte("[]")) }, BadIndex, sentenceIndex, "cannot unmarshal array"},
		{"with text after it", func(l *liar) {
			l.offers(nil)
			index, err := os.ReadFile(filepath.Join(l.folder, "index.json"))
			require.NoError(l.t, err)
			l.signs(append(index, "{}"...))
		}, BadIndex, sentenceIndex, "after top-level value"},
		{"with a member twice", func(l *liar) { l.twice(`"sequence": 6`, `"sequence": 7, "sequence": 6`) }, BadIndex, sentenceIndex, `"sequence" is given twice`},
		{"with a member twice, in another case", func(l *liar) { l.twice(`"sequence": 6`, `"sequence": 6, "Sequence": 7`) }, BadIndex, sentenceIndex, `"Sequence" is given twice`},
		{"with a member of a driver twice", func(l *liar) { l.twice(`"version": "1.3.0"`, `"version": "1.2.9", "version": "1.3.0"`) }, BadIndex, sentenceIndex, `"version" is given twice`},
		{"with a driver twice", func(l *liar) {
			l.offers(nil)
			index, err := os.ReadFile(filepath.Join(l.folder, "index.json"))
			require.NoError(l.t, err)
			var file indexFile
			require.NoError(l.t, json.Unmarshal(index, &file))
			l.alters("drivers", append(file.Drivers, file.Drivers...))
		}, BadIndex, sentenceIndex, "driver sample is listed twice"},
		{"with a driver whose id is a path", func(l *liar) { l.alters("drivers.0.manifest.id", "../evil") }, BadIndex, sentenceIndex, "is not a driver id"},
		{"with a package of no size", func(l *liar) { l.alters("drivers.0.packages.0.size", -1) }, BadIndex, sentenceIndex, "size -1"},
		{"with a package beyond every size", func(l *liar) { l.alters("drivers.0.packages.0.size", maxPackage+1) }, BadIndex, sentenceIndex, "size 33554433"},
		{"with a hash that is none", func(l *liar) { l.alters("drivers.0.packages.0.sha256", strings.Repeat("A", 64)) }, BadIndex, sentenceIndex, "is not 64 lower-case"},
		{"with a package in a file of this computer", func(l *liar) { l.alters("drivers.0.packages.0.url", "file:///etc/hostname") }, BadIndex, sentenceIndex, "refers to a local file"},
		{"with a package over http", func(l *liar) { l.alters("drivers.0.packages.0.url", "http://mirror.example/sample.qdrv") }, BadIndex, sentenceIndex, "http is allowed on loopback hosts only"},
		{"with a password in an address", func(l *liar) { l.alters("drivers.0.packages.0.url", "https://u:p@mirror.example/sample.qdrv") }, BadIndex, sentenceIndex, "a user name or password"},
		{"with a release that is no version", func(l *liar) { l.alters("application", releaseOf("latest")) }, BadIndex, sentenceIndex, "not a semantic version"},
		{"with an installer over http", func(l *liar) {
			l.alters("application", releaseOf("0.2.0", installerOf("setup", "http://mirror.example/setup")))
		}, BadIndex, sentenceIndex, "installer of the application"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := newLiar(t)
			before := l.state()
			test.lie(l)
			err := l.install()
			requireKind(t, err, test.kind, test.message)
			require.ErrorContains(t, err, test.detail)
			l.requireUntouched(before, false)
		})
	}
}

// twice signs an index 6 with a part of its text replaced.
func (l *liar) twice(part, by string) {
	l.t.Helper()
	l.offers(nil)
	index, err := os.ReadFile(filepath.Join(l.folder, "index.json"))
	require.NoError(l.t, err)
	require.Equal(l.t, 1, bytes.Count(index, []byte(part)), "%s", index)
	l.signs(bytes.Replace(index, []byte(part), []byte(by), 1))
}

func TestALyingPackageIsNotInstalled(t *testing.T) {
	const path = "/sample.qdrv"
	size := func(pkg []byte) string { return megabytes(int64(len(pkg)), 1) }
	offered := packed(t, described(t, "version", "1.3.0"), module("new"))
	page := append([]byte("<html><body>Sign in to the guest network</body></html>"), bytes.Repeat([]byte(" "), len(offered))...)
	tooLong := "The download is larger than the " + size(offered) + " MB that the registry lists."
	// lists publishes an index 6 that lists a manifest, and the package beside it.
	lists := func(m, pkg []byte) func(*liar) {
		return func(l *liar) { publish(l.t, l.folder, 6, m, pkg, nil) }
	}
	shown := described(t, "version", "1.3.0")
	tests := []struct {
		name    string
		lie     func(l *liar)
		kind    Kind
		message string
	}{
		{"a page to sign in", func(l *liar) { l.offers(nil); l.sends(path, 200, page[:60]) }, Truncated, "The download ended after 0.000 of " + size(offered) + " MB."},
		{"a page of the same size", func(l *liar) { l.sends(path, 200, page[:len(l.offers(nil))]) }, WrongHash,
			fmt.Sprintf("The download does not match the registry: its SHA-256 is %s, expected %s.", short(sum(page[:len(offered)])), short(sum(offered)))},
		{"one without an end", func(l *liar) {
			l.offers(nil)
			l.answer[path] = func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, zeros{}) }
		}, TooLong, tooLong},
		{"one that the server says is packed, and unpacks without an end", func(l *liar) {
			l.offers(nil)
			l.answer[path] = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = io.Copy(gzip.NewWriter(w), zeros{})
			}
		}, TooLong, tooLong},
		{"one that breaks off", func(l *liar) {
			pkg := l.offers(nil)
			l.answer[path] = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", fmt.Sprint(len(pkg)))
				_, _ = w.Write(pkg[:len(pkg)/2])
			}
		}, Truncated, "The download ended after " + megabytes(int64(len(offered)/2), 1) + " of " + size(offered) + " MB."},
		{"nothing, with success", func(l *liar) { l.offers(nil); l.sends(path, 204, nil) }, Unreachable, "Quarry cannot download the driver: the server returned 204 No Content."},
		{"a part, as if asked for", func(l *liar) { l.sends(path, 206, l.offers(nil)) }, Unreachable, "Quarry cannot download the driver: the server returned 206 Partial Content."},
		{"one at another address", func(l *liar) {
			l.offers(nil)
			l.answer[path] = func(w http.ResponseWriter, q *http.Request) {
				http.Redirect(w, q, "http://mirror.example/evil.qdrv", http.StatusFound)
			}
		}, Unreachable, "Quarry cannot download the driver: it redirects to http://mirror.example, and Quarry follows only https."},
		{"another driver", lists(shown, packed(t, described(t, "version", "1.3.0", "id", "other"), module("new"))), WrongDriver, notTheDriver},
		{"an older version of the driver", lists(shown, packed(t, described(t, "version", "1.1.0"), module("new"))), WrongDriver, notTheDriver},
		{"a driver that calls more requests reads than the list shows", lists(shown,
			packed(t, described(t, "version", "1.3.0", "reads", []manifest.Route{{Method: "DELETE", Path: "/{name}"}}), module("new"))), WrongDriver, notTheDriver},
		{"a driver with another form than the list shows", lists(shown,
			packed(t, described(t, "version", "1.3.0", "form.tabs.0.fields.0.label", "Password"), module("new"))), WrongDriver, notTheDriver},
		{"a driver of another publisher than the list shows", lists(shown,
			packed(t, described(t, "version", "1.3.0", "publisher", "Somebody else"), module("new"))), WrongDriver, notTheDriver},
		{"a driver for another protocol than the list shows", lists(shown,
			packed(t, described(t, "version", "1.3.0", "protocol", 3), module("new"))), WrongVersion, sentenceNewer},
		{"a driver with a key that the index revokes", func(l *liar) {
			pkg, err := WritePackage(Files{Manifest: shown, WASM: module("new")}, key(3))
			require.NoError(l.t, err)
			publish(l.t, l.folder, 6, shown, pkg, nil)
			index, err := os.ReadFile(filepath.Join(l.folder, "index.json"))
			require.NoError(l.t, err)
			index, err = sjson.SetBytes(index, "revoked", []string{fingerprintOf(key(3))})
			require.NoError(l.t, err)
			l.signs(index)
		}, RevokedKey, "It is signed with a key that its publisher has revoked (" + fingerprintOf(key(3)) + ")."},
		{"a driver for no system but another one", func(l *liar) { l.alters("drivers.0.packages.0.platform", "plan9/mips") }, NoPlatform, noPlatform().Message},
		{"a driver with a manifest that nobody can read", func(l *liar) { l.alters("drivers.0.manifest.unknown", true) }, WrongVersion, sentenceNewer},
		{"a path outside the folder", lists(shown, zipped(t, append(signedFiles(t, shown, module("new")), zipFile{name: "../current", data: []byte("x")})...)), BadArchive, sentenceOutside},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := newLiar(t)
			before := l.state()
			test.lie(l)
			requireKind(t, l.install(), test.kind, test.message)
			l.requireUntouched(before, true)
		})
	}
}

func TestAPackageThatDripsIsGivenUpWhenTheUserDoes(t *testing.T) {
	l := newLiar(t)
	pkg := l.offers(nil)
	ctx, cancel := context.WithCancel(t.Context())
	l.answer["/sample.qdrv"] = func(w http.ResponseWriter, q *http.Request) {
		for i := range pkg[:len(pkg)-1] {
			_, _ = w.Write(pkg[i : i+1])
			w.(http.Flusher).Flush()
			if i == 3 {
				cancel()
				<-q.Context().Done()
				return
			}
		}
	}
	listing, err := l.client.Fetch(t.Context(), l.address)
	require.NoError(t, err)
	before := l.state()
	_, err = l.in.Install(ctx, listing.Index.Entries[0], nil)
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, maps.Equal(before, l.state()), "no file is left")
	l.requireUntouched(before, false)
}

func TestAMemberThatAnIndexDoesNotKnowYetHidesNothing(t *testing.T) {
	l := newLiar(t)
	l.alters("mirrors", []string{"https://mirror.example"})
	require.NoError(t, l.install())
	loaded, err := l.in.Load("sample")
	require.NoError(t, err)
	require.Equal(t, "1.3.0", loaded.Manifest.Version)
}

func TestALyingReleaseIsNotOfferedOrNotKept(t *testing.T) {
	const content = "the setup"
	other := installerOf(content, "quarry-setup")
	other.Platform = "plan9/mips"
	for name, release := range map[string]*Release{
		"for another system":   releaseOf("0.2.0", other),
		"the one that runs":    releaseOf("0.1.0", installerOf(content, "quarry-setup")),
		"an older one":         releaseOf("0.0.9", installerOf(content, "quarry-setup")),
		"without an installer": releaseOf("0.2.0"),
	} {
		t.Run(name, func(t *testing.T) {
			l := newLiar(t)
			l.alters("application", release)
			listing, err := l.client.Fetch(t.Context(), l.address)
			require.NoError(t, err)
			_, found := listing.Index.Application.Installer("0.1.0")
			require.False(t, found)
		})
	}
	listed := "The download is larger than the 0.000 MB that the registry lists."
	tests := []struct {
		name    string
		status  int
		body    string
		kind    Kind
		message string
	}{
		{"another one of the same size", 200, "the SETUP", WrongHash, "The download does not match the registry: its SHA-256 is " + short(sum([]byte("the SETUP"))) + ", expected " + short(sum([]byte(content))) + "."},
		{"a shorter one", 200, "the", Truncated, "The download ended after 0.000 of 0.000 MB."},
		{"a longer one", 200, content + " and more", TooLong, listed},
		{"a page", 200, "<html><body>Sign in to the guest network</body></html>", TooLong, listed},
		{"none", 503, "", Unreachable, "Quarry cannot download the update: the server returned 503 Service Unavailable."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := newLiar(t)
			l.alters("application", releaseOf("0.2.0", installerOf(content, "quarry-setup")))
			l.sends("/quarry-setup", test.status, []byte(test.body))
			listing, err := l.client.Fetch(t.Context(), l.address)
			require.NoError(t, err)
			installer, found := listing.Index.Application.Installer("0.1.0")
			require.True(t, found)
			into := t.TempDir()
			_, err = Downloader{}.Download(t.Context(), installer, into, func(Progress) {})
			requireKind(t, err, test.kind, test.message)
			require.Empty(t, treeOf(t, into))
		})
	}
}
