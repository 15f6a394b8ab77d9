// SPEC: PLG-02, PLG-06, PLG-08
package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/sjson"
)

func TestAnIndexIsReadFromEveryKindOfAddress(t *testing.T) {
	folder := t.TempDir()
	path := publish(t, folder, 7, described(t), packed(t, described(t), module("a")), nil)
	plain := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.FileServer(http.Dir(folder)))
	defer secure.Close()
	tests := []struct {
		name, address, pkg string
		transport          http.RoundTripper
	}{
		{"a path", path, filepath.Join(folder, "sample.qdrv"), nil},
		{"a file URL", "file://" + path, filepath.Join(folder, "sample.qdrv"), nil},
		{"http on loopback", plain.URL + "/index.json", plain.URL + "/sample.qdrv", nil},
		{"https", secure.URL + "/index.json", secure.URL + "/sample.qdrv", secure.Client().Transport},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t)
			client.Transport = test.transport
			listing, err := client.Fetch(context.Background(), test.address)
			require.NoError(t, err)
			require.False(t, listing.Kept)
			require.Empty(t, listing.Notice)
			require.Equal(t, int64(7), listing.Index.Sequence)
			entry := listing.Index.Entries[0]
			require.Equal(t, "sample", entry.ID)
			require.Equal(t, "Host", entry.Manifest.Form.Tabs[0].Fields[0].Label, "the form is there before the download")
			require.Equal(t, test.pkg, entry.Packages[0].URL)
		})
	}
}

func TestARegistryThatOffersHTTP2IsSpokenToInHTTP1(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	client := newHTTP(nil)
	client.Transport.(*http.Transport).TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	response, err := client.Get(server.URL)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1", string(body))
}

func TestHTTPIsTakenOnEverySpellingOfThisComputer(t *testing.T) {
	for _, host := range []string{"localhost", "Localhost.", "registry.localhost", "a.registry.localhost.", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]"} {
		t.Run(host, func(t *testing.T) {
			found, err := locate("http://" + host + ":8080/index.json")
			require.NoError(t, err)
			require.Equal(t, host+":8080", found.url.Host)
		})
	}
}

// SPEC: APP-21
func TestAnAddressOnADriveOfWindowsIsReadAsPeopleTypeIt(t *testing.T) {
	for address, want := range map[string]string{
		`file://C:\Users\anna\index.json`:        `C:\Users\anna\index.json`,
		`file:///C:\Users\anna\50%25\index.json`: `C:\Users\anna\50%25\index.json`,
		`FILE:c:\index.json`:                     `c:\index.json`,
		"file://C:/Users/anna/index.json":        `C:\Users\anna\index.json`,
		"file:///C:/Users/anna%20b/index.json":   `C:\Users\anna b\index.json`,
		"file:///home/anna/index.json":           "",
		"file://registry.example/index.json":     "",
		"https://registry.example/c:/index.json": "",
		"file:///C:/a%zz":                        "",
	} {
		require.Equal(t, want, drivePath(address), address)
	}
}

func TestAnAddressThatIsNoneIsRefused(t *testing.T) {
	tests := []struct {
		name, address string
		want          Kind
	}{
		{"nothing", "", NoAddress},
		{"spaces", "  ", NoAddress},
		{"http on another host", "http://registry.example/index.json", BadAddress},
		{"http on a host that only begins like this one", "http://localhost.example/index.json", BadAddress},
		{"http on a host that only ends like this one", "http://notlocalhost/index.json", BadAddress},
		{"another scheme", "ftp://registry.example/index.json", BadAddress},
		{"user info", "https://me:secret@registry.example/index.json", BadAddress},
		{"a file on another host", "file://registry.example/index.json", BadAddress},
		{"no host", "https:///index.json", BadAddress},
		{"no URL", "https://[::1/index.json", BadAddress},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := newClient(t).Fetch(context.Background(), test.address)
			var refused *Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.want, refused.Kind)
			require.NotContains(t, err.Error()+refused.Message+refused.Detail, "secret")
		})
	}
	_, err := newClient(t).Fetch(context.Background(), "")
	requireKind(t, err, NoAddress, "No driver registry is set")
}

func TestTheLastVerifiedIndexIsGivenDatedWhenTheRegistryCannotBeReached(t *testing.T) {
	folder := t.TempDir()
	path := publish(t, folder, 3, described(t), packed(t, described(t), module("a")), nil)
	client := newClient(t)
	_, err := client.Fetch(context.Background(), path)
	require.NoError(t, err)
	require.NoError(t, os.Rename(path, path+".away"))

	listing, err := client.Fetch(context.Background(), path)
	require.NoError(t, err)
	require.True(t, listing.Kept)
	require.Equal(t, "Quarry cannot read the registry's index: no such file or directory. This list is from 21 November 2026.", listing.Notice)
	require.Equal(t, "sample", listing.Index.Entries[0].ID)

	_, err = client.Fetch(context.Background(), filepath.Join(folder, "other.json"))
	requireKind(t, err, Unreachable, "Quarry cannot read the registry's index: no such file or directory.")

	client.Keys = trust(key(2))
	_, err = client.Fetch(context.Background(), path)
	requireKind(t, err, Unreachable, "Quarry cannot read the registry's index: no such file or directory.")
}

func TestARegistryThatDoesNotAnswerIsUnreachable(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, err := newClient(t).Fetch(context.Background(), server.URL+"/index.json?token=secret")
	requireKind(t, err, Unreachable, "Quarry cannot read the registry's index: the server returned 404 Not Found.")
	require.NotContains(t, err.Error(), "secret")
	address := server.URL
	server.Close()
	_, err = newClient(t).Fetch(context.Background(), address+"/index.json?token=secret")
	var refused *Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, Unreachable, refused.Kind)
	require.Contains(t, refused.Message, "connection refused")
	require.NotContains(t, err.Error()+refused.Detail+refused.Message, "secret")
}

func TestAnIndexWithoutItsSignatureIsRefusedForThatReason(t *testing.T) {
	folder := t.TempDir()
	path := publishIndex(t, folder, Draft{Sequence: 5, Expires: testTime.AddDate(1, 0, 0)})
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	faulty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".sig") {
			http.Error(w, "no", http.StatusBadGateway)
			return
		}
		http.FileServer(http.Dir(folder)).ServeHTTP(w, r)
	}))
	defer faulty.Close()
	rows := []struct {
		name, address string
		spoil         func()
		kind          Kind
		message       string
	}{
		{"it cannot be read", faulty.URL + "/index.json", nil, Unreachable, "Quarry cannot read the registry's signature file: the server returned 502 Bad Gateway."},
		{"it is too large", path, func() { require.NoError(t, os.Truncate(path+".sig", maxSignature+1)) }, NoSignature, "The signature is not valid."},
		{"no such file", path, func() { require.NoError(t, os.Remove(path+".sig")) }, NoSignature, "The registry's signature file is missing (index.json.sig)."},
		{"no such page", server.URL + "/index.json?token=secret", nil, NoSignature, "The registry's signature file is missing (index.json.sig)."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if row.spoil != nil {
				row.spoil()
			}
			_, err := newClient(t).Fetch(context.Background(), row.address)
			requireKind(t, err, row.kind, row.message)
			require.ErrorContains(t, err, "index.json.sig")
			require.NotContains(t, err.Error(), "secret")
		})
	}
}

func TestAnIndexThatIsNotTheRegistrysIsRefused(t *testing.T) {
	tests := []struct {
		name    string
		change  func(t *testing.T, path string)
		kind    Kind
		message string
	}{
		{"one byte more", func(t *testing.T, path string) {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, append(data, ' '), 0o600))
		}, NoSignature, "The signature is not valid."},
		{"a signature that is no JSON", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path+".sig", []byte("sig"), 0o600))
		}, NoSignature, "The signature is not valid."},
		{"a signature by nobody", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path+".sig", []byte(`{"key":"nobody","signature":""}`), 0o600))
		}, NoSignature, "The signature is not valid."},
		{"a key that is not trusted", func(t *testing.T, path string) {
			index, signature, err := WriteIndex(Draft{Sequence: 9, Expires: testTime.AddDate(1, 0, 0)}, key(2))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, index, 0o600))
			require.NoError(t, os.WriteFile(path+".sig", signature, 0o600))
		}, UnknownKey, "It is signed with a key that this build of Quarry does not trust (" + fingerprintOf(key(2)) + ")."},
		{"a name of another key than the signature's", func(t *testing.T, path string) {
			index, err := json.Marshal(indexFile{Schema: IndexSchema, Sequence: 9, Expires: testTime.AddDate(1, 0, 0), Key: fingerprintOf(key(2))})
			require.NoError(t, err)
			signature, err := json.Marshal(detached{Key: fingerprintOf(key(1)), Signature: sign(key(1), index)})
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, index, 0o600))
			require.NoError(t, os.WriteFile(path+".sig", signature, 0o600))
		}, NoSignature, "The signature is not valid."},
		{"a lower sequence", func(t *testing.T, path string) {
			publishIndex(t, filepath.Dir(path), Draft{Sequence: 4, Expires: testTime.AddDate(1, 0, 0)})
		}, Downgrade, "The registry's index is older than the last one (4, last 5)."},
		{"past its date", func(t *testing.T, path string) {
			publishIndex(t, filepath.Dir(path), Draft{Sequence: 6, Expires: testTime})
		}, Expired, "The registry's index expired on 21 November 2026."},
		{"larger than 4 MB", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, make([]byte, maxIndex+1), 0o600))
		}, BadIndex, "The registry's index is not valid."},
		{"a package outside its folder", func(t *testing.T, path string) {
			publish(t, filepath.Dir(path), 6, described(t), packed(t, described(t), module("a")), func(p *Package) { p.URL = "../../etc/x.qdrv" })
		}, BadIndex, "The registry's index is not valid."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			client := newClient(t)
			path := publishIndex(t, folder, Draft{Sequence: 5, Expires: testTime.AddDate(1, 0, 0)})
			_, err := client.Fetch(context.Background(), path)
			require.NoError(t, err)
			kept, err := os.ReadFile(filepath.Join(client.Folder, keptName))
			require.NoError(t, err)

			test.change(t, path)
			listing, err := client.Fetch(context.Background(), path)
			requireKind(t, err, test.kind, test.message)
			require.Nil(t, listing)
			after, err := os.ReadFile(filepath.Join(client.Folder, keptName))
			require.NoError(t, err)
			require.Equal(t, kept, after, "what was remembered stays")
		})
	}
}

func TestARemoteIndexNamesNoLocalFile(t *testing.T) {
	folder := t.TempDir()
	publish(t, folder, 1, described(t), packed(t, described(t), module("a")), func(p *Package) { p.URL = "file:///etc/hostname" })
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	_, err := newClient(t).Fetch(context.Background(), server.URL+"/index.json")
	requireKind(t, err, BadIndex, "The registry's index is not valid.")
}

func TestTheSameSequenceIsReadAgain(t *testing.T) {
	client := newClient(t)
	path := publishIndex(t, t.TempDir(), Draft{Sequence: 5, Expires: testTime.AddDate(1, 0, 0)})
	for range 2 {
		_, err := client.Fetch(context.Background(), path)
		require.NoError(t, err)
	}
}

func TestAnotherIndexOfTheSameSequenceIsRefused(t *testing.T) {
	client := newClient(t)
	folder := t.TempDir()
	publishOne := func(sequence int64, days int) string {
		return publishIndex(t, folder, Draft{Sequence: sequence, Expires: testTime.AddDate(1, 0, days)})
	}
	const message = "The registry's index has changed but still has the sequence number 5. Its publisher has to sign it with a higher one."
	fetch := func(path string) error {
		_, err := client.Fetch(context.Background(), path)
		return err
	}
	require.NoError(t, fetch(publishOne(5, 0)))
	requireKind(t, fetch(publishOne(5, 1)), Reused, message)
	elsewhere := publishIndex(t, t.TempDir(), Draft{Sequence: 5, Expires: testTime.AddDate(1, 0, 2)})
	requireKind(t, fetch(elsewhere), Reused, message)
	require.NoError(t, fetch(publishOne(5, 0)), "the one that was seen first")
	require.NoError(t, fetch(publishOne(6, 1)))
	requireKind(t, fetch(publishOne(6, 0)), Reused, "The registry's index has changed but still has the sequence number 6. Its publisher has to sign it with a higher one.")

	client.Keys = trust(key(1), key(2))
	index, signature, err := WriteIndex(Draft{Sequence: 6, Expires: testTime.AddDate(1, 0, 3)}, key(2))
	require.NoError(t, err)
	path := filepath.Join(folder, "index.json")
	require.NoError(t, os.WriteFile(path, index, 0o600))
	require.NoError(t, os.WriteFile(path+".sig", signature, 0o600))
	require.NoError(t, fetch(path), "each publisher counts for itself")
}

func TestARememberedIndexThatIsNoJSONIsSetAsideAndNoOtherFileWithIt(t *testing.T) {
	client := newClient(t)
	path := filepath.Join(client.Folder, keptName)
	index := publishIndex(t, t.TempDir(), Draft{Sequence: 5, Expires: testTime.AddDate(1, 0, 0)})
	for n, text := range []string{"{", "["} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := client.Fetch(context.Background(), index)
		require.NoError(t, err)
		aside, err := os.ReadFile(fmt.Sprintf("%s.broken-%d", path, n+1))
		require.NoError(t, err)
		require.Equal(t, text, string(aside))
	}
}

func TestADamagedFileForgetsNoSequence(t *testing.T) {
	later := testTime.AddDate(1, 0, 0)
	older := publishIndex(t, t.TempDir(), Draft{Sequence: 5, Expires: later})
	newer := publishIndex(t, t.TempDir(), Draft{Sequence: 7, Expires: later})
	for _, damaged := range []string{keptName, seenName} {
		for _, text := range []string{"{", "", "7"} {
			client := newClient(t)
			_, err := client.Fetch(context.Background(), newer)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(client.Folder, damaged), []byte(text), 0o600))
			_, err = client.Fetch(context.Background(), older)
			var refused *Error
			require.ErrorAs(t, err, &refused, "%s: %q", damaged, text)
			require.Equal(t, Downgrade, refused.Kind)
			_, err = client.Fetch(context.Background(), newer)
			require.NoError(t, err)
		}
	}
}

func TestADriverThatIsTooNewToBeReadDoesNotHideTheOthers(t *testing.T) {
	newer, err := sjson.SetBytes(described(t, "id", "newer", "title", "Newer"), "schema", 2)
	require.NoError(t, err)
	path := publishIndex(t, t.TempDir(), Draft{Sequence: 1, Expires: testTime.AddDate(1, 0, 0), Drivers: []DraftDriver{{Manifest: newer}, {Manifest: described(t)}}})
	listing, err := newClient(t).Fetch(context.Background(), path)
	require.NoError(t, err)
	require.Len(t, listing.Index.Entries, 2)
	require.Equal(t, "Newer", listing.Index.Entries[0].Title)
	require.Nil(t, listing.Index.Entries[0].Manifest)
	require.NotNil(t, listing.Index.Entries[1].Manifest)
	_, err = newInstaller(t).Install(context.Background(), listing.Index.Entries[0], nil)
	requireKind(t, err, WrongVersion, sentenceNewer)
}

func TestRedirectsLeadFromHTTPSToHTTPSOnly(t *testing.T) {
	folder := t.TempDir()
	publishIndex(t, folder, Draft{Sequence: 1, Expires: testTime.AddDate(1, 0, 0)})
	files := http.FileServer(http.Dir(folder))
	plain := httptest.NewServer(files)
	defer plain.Close()
	target := ""
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rest, found := strings.CutPrefix(r.URL.Path, "/away"); found {
			http.Redirect(w, r, target+rest, http.StatusFound)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer secure.Close()
	tests := []struct {
		name, target, address string
		followed              bool
	}{
		{"https to https", secure.URL, secure.URL + "/away/index.json", true},
		{"https to http", plain.URL, secure.URL + "/away/index.json", false},
		{"in a circle", secure.URL + "/away", secure.URL + "/away/index.json", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			target = test.target
			client := newClient(t)
			client.Transport = secure.Client().Transport
			_, err := client.Fetch(context.Background(), test.address)
			if test.followed {
				require.NoError(t, err)
				return
			}
			var refused *Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, Unreachable, refused.Kind)
			require.Contains(t, refused.Message, "redirect")
		})
	}
}

// SPEC: CON-23
func TestTheEnvironmentsProxyIsUsed(t *testing.T) {
	// An address that leads to this computer, where nothing listens, and that no proxy rule treats as loopback.
	const here = "0.0.0.0:1"
	rows := []struct {
		name, variable, noProxy string
		asked                   []string
		message                 string
	}{
		{"for https", "HTTPS_PROXY", "", []string{"CONNECT " + here}, "Quarry cannot reach the registry: Forbidden."},
		{"in small letters", "https_proxy", "", []string{"CONNECT " + here}, "Quarry cannot reach the registry: Forbidden."},
		{"but for what NO_PROXY names", "HTTPS_PROXY", "example.org,0.0.0.0", nil, ""},
		{"but not that of plain HTTP", "HTTP_PROXY", "", nil, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var asked []string
			proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = append(asked, r.Method+" "+r.Host)
				http.Error(w, "no", http.StatusForbidden)
			}))
			defer proxy.Close()
			for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"} {
				t.Setenv(name, "")
			}
			t.Setenv(row.variable, proxy.URL)
			t.Setenv("NO_PROXY", row.noProxy)
			_, err := newClient(t).Fetch(context.Background(), "https://"+here+"/index.json")
			var unreachable *Error
			require.ErrorAs(t, err, &unreachable)
			require.Equal(t, Unreachable, unreachable.Kind)
			if row.message != "" {
				require.Equal(t, row.message, unreachable.Message)
			}
			require.Equal(t, row.asked, asked)
		})
	}
}

func TestACancelledFetchSaysSo(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		if connection, err := listener.Accept(); err == nil {
			defer connection.Close()
			cancel()
			<-ctx.Done()
		}
	}()
	_, err = newClient(t).Fetch(ctx, "http://"+listener.Addr().String()+"/index.json")
	require.True(t, errors.Is(err, context.Canceled), "%v", err)
}
