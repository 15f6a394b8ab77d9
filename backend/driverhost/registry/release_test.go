// SPEC: DST-07
package registry

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

const here = runtime.GOOS + "/" + runtime.GOARCH

func releaseOf(version string, installers ...Package) *Release {
	return &Release{Version: version, Summary: "Faster.", Installers: installers}
}

func installerOf(content, url string) Package {
	return Package{Platform: here, URL: url, Size: int64(len(content)), SHA256: sum([]byte(content))}
}

func TestOnlyANewerVersionForThisComputerIsAnUpdate(t *testing.T) {
	mine := installerOf("setup", "setup")
	other := mine
	other.Platform = "plan9/mips"
	tests := []struct {
		name    string
		release *Release
		want    bool
	}{
		{"a newer one", releaseOf("0.2.0", other, mine), true},
		{"the same", releaseOf("0.1.0", mine), false},
		{"an older one", releaseOf("0.0.9", mine), false},
		{"a preview of the same", releaseOf("0.1.0-rc.1", mine), false},
		{"one for other computers", releaseOf("0.2.0", other), false},
		{"none", nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			installer, found := test.release.Installer("0.1.0")
			require.Equal(t, test.want, found)
			if found {
				require.Equal(t, mine, installer)
			}
		})
	}
}

func TestAnIndexOffersNoReleaseThatIsNone(t *testing.T) {
	good := installerOf("setup", "setup")
	large, nowhere := good, good
	large.Size = maxInstaller + 1
	nowhere.URL = ""
	for name, release := range map[string]*Release{
		"no version": releaseOf("new", good), "too large": releaseOf("0.2.0", large), "no address": releaseOf("0.2.0", nowhere),
		"two for one platform": releaseOf("0.2.0", good, good),
	} {
		_, _, err := WriteIndex(Draft{Sequence: 1, Expires: testTime.AddDate(1, 0, 0), Application: release}, key(1))
		require.Error(t, err, name)
	}
}

func TestAnInstallerIsDownloadedOnceAndIsTheListedOne(t *testing.T) {
	folder, content, asked := t.TempDir(), "the setup", 0
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path == "/quarry-0.2.0-setup.exe" {
			_, _ = w.Write([]byte(content))
			return
		}
		http.NotFound(w, r)
	}))
	defer web.Close()
	address := publishIndexWith(t, folder, releaseOf("0.2.0", installerOf(content, web.URL+"/quarry-0.2.0-setup.exe")))
	listing, err := newClient(t).Fetch(context.Background(), address)
	require.NoError(t, err)
	installer, found := listing.Index.Application.Installer("0.1.0")
	require.True(t, found)

	into := filepath.Join(t.TempDir(), "updates")
	download := func(p Package) (string, error) {
		return Downloader{}.Download(context.Background(), p, into, func(Progress) {})
	}
	file, err := download(installer)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(into, "quarry-0.2.0-setup.exe"), file)
	_, err = download(installer)
	require.NoError(t, err)
	require.Equal(t, 1, asked, "what is there is not downloaded again")

	require.NoError(t, os.WriteFile(file, []byte("the Setup"), 0o600))
	requireRefusal(t, Verify(installer, file), WrongHash)
	_, err = download(installer)
	require.NoError(t, err)
	require.NoError(t, Verify(installer, file), "a file that was changed is replaced")

	content = "another"
	require.NoError(t, os.Remove(file))
	_, err = download(installer)
	requireRefusal(t, err, Truncated)
	content = "the SETUP"
	_, err = download(installer)
	requireRefusal(t, err, WrongHash)
	content = "the setup and more"
	_, err = download(installer)
	requireRefusal(t, err, TooLong)
	gone := installer
	gone.URL = web.URL + "/gone"
	_, err = download(gone)
	requireKind(t, err, Unreachable, "Quarry cannot download the update: the server returned 404 Not Found.")
	for _, name := range []string{"..", ".profile", "-rf", "a%2Fb", "a b"} {
		bad := installer
		bad.URL = web.URL + "/" + name
		_, err = download(bad)
		require.Error(t, err, name)
	}
	left, err := os.ReadDir(into)
	require.NoError(t, err)
	require.Empty(t, left, "what is refused leaves nothing")
}

func publishIndexWith(t *testing.T, folder string, release *Release) string {
	t.Helper()
	return publishIndex(t, folder, Draft{Sequence: 1, Expires: testTime.AddDate(1, 0, 0), Application: release})
}

func requireRefusal(t *testing.T, err error, kind Kind) {
	t.Helper()
	var refused *Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, kind, refused.Kind, "%v", err)
}
