// SPEC: PLG-06
package registry

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/loopback"
	"quarry/backend/driverhost/manifest"
)

// For any bytes, reading an index never panics, and an accepted index can be listed: unique ids that can name a folder,
// sizes within the limit, complete hashes.
func FuzzAnIndexThatIsReadCanBeListed(f *testing.F) {
	index, _, err := WriteIndex(Draft{Sequence: 1, Expires: testTime, Drivers: []DraftDriver{{
		Manifest: described(f), Packages: []Package{{Platform: "any", URL: "a.qdrv", Size: 1, SHA256: sum(nil)}},
	}}}, key(1))
	require.NoError(f, err)
	f.Add(index)
	f.Add([]byte(`{"schema":1,"sequence":1,"expires":"2027-01-01T00:00:00Z","drivers":[{"manifest":{"id":"a"}},{"manifest":{"id":"a"}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		index, err := parseIndex(data)
		if err != nil {
			return
		}
		seen := make(map[string]bool)
		for _, entry := range index.Entries {
			require.True(t, manifest.ValidID(entry.ID))
			require.False(t, seen[entry.ID])
			seen[entry.ID] = true
			require.Equal(t, entry.Manifest == nil, entry.Problem != nil)
			for _, pkg := range entry.Packages {
				require.Len(t, pkg.SHA256, 64)
				require.LessOrEqual(t, pkg.Size, int64(maxPackage))
				require.Positive(t, pkg.Size)
			}
		}
	})
}

// For any bytes, unpacking never panics, and it only accepts a package's files within their limits and within the ratio
// to the archive's size. An accepted package verifies only if it is what was signed.
func FuzzAnArchiveThatIsUnpackedStaysWithinItsLimits(f *testing.F) {
	proper := packed(f, described(f), module("fuzz"))
	f.Add(proper)
	f.Add(zipped(f, zipFile{name: "../x", data: []byte("x")}))
	f.Add(zipped(f, zipFile{name: wasmName, data: make([]byte, 2<<20)}))
	signed, err := unpack(proper)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		files, err := unpack(data)
		if err != nil {
			return
		}
		for name, limit := range fileLimits {
			size := int64(len(*files.file(name)))
			if name != completionName {
				require.Positive(t, size)
			}
			require.LessOrEqual(t, size, min(limit, max(int64(len(data))*maxRatio, ratioFloor)))
		}
		if _, err := files.verify(trust(key(1))); err == nil {
			require.Equal(t, signed.manifest, files.manifest)
			require.Equal(t, signed.wasm, files.wasm)
		}
	})
}

// Any reference in an index resolves to https, to loopback, or, for a local index only, to a file below its folder.
func FuzzAPackageAddressStaysWhereItMay(f *testing.F) {
	for _, seed := range []string{"a.qdrv", "../a", "/etc/passwd", "file:///etc/passwd", "https://x/a", "http://x/a", "//x/a", "http://127.0.0.1/a", `..\a`, "%2e%2e/a"} {
		f.Add(seed)
	}
	remote, err := locate("https://registry.example/drivers/index.json")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, reference string) {
		resolved, err := remote.resolve(reference)
		if err != nil {
			return
		}
		require.Empty(t, resolved.file)
		require.Nil(t, resolved.url.User)
		if resolved.url.Scheme != "https" {
			require.True(t, resolved.url.Scheme == "http" && loopback.Is(resolved.url.Hostname()))
		}
	})
}
