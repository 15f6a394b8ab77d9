// SPEC: DST-05
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryWorkInAReleaseIsNamedWithItsLicence(t *testing.T) {
	program := filepath.Join(t.TempDir(), "quarry-cli")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "quarry/app/cli").CombinedOutput()
	require.NoError(t, err, string(out))
	const page = "../../../frontend"
	works, err := worksIn([]string{program}, page)
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(page, "node_modules")); err != nil {
		t.Skip("the page's packages are not installed")
	}
	text, err := licences(works)
	require.NoError(t, err)

	has := func(name string) { require.True(t, strings.Contains(text, name), name) }
	named, err := os.ReadFile(filepath.Join(page, "package.json"))
	require.NoError(t, err)
	var shipped struct{ Dependencies map[string]string }
	require.NoError(t, json.Unmarshal(named, &shipped))
	require.NotEmpty(t, shipped.Dependencies)
	for name, version := range shipped.Dependencies {
		has("\n" + name + " " + version + "\n")
	}
	info, err := buildinfo.ReadFile(program)
	require.NoError(t, err)
	require.NotEmpty(t, info.Deps)
	for _, module := range info.Deps {
		has("\n" + module.Path + " " + module.Version + "\n")
	}
	has("\nGo\n")
	require.False(t, strings.Contains(text, "\n@biomejs/biome "), "only for development")
}

func TestTheSBOMsNameEveryModuleAndPackageThatIsShipped(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tool that lists modules")
	}
	program := filepath.Join(t.TempDir(), "quarry-cli")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "quarry/app/cli").CombinedOutput()
	require.NoError(t, err, string(out))
	info, err := buildinfo.ReadFile(program)
	require.NoError(t, err)
	text, err := programSBOM(program, "1.2.3")
	require.NoError(t, err)
	modules := componentsIn(t, text)
	for _, module := range info.Deps {
		require.Contains(t, modules, module.Path+" "+module.Version)
	}
	require.Contains(t, modules, "std "+info.GoVersion)
	again, err := programSBOM(program, "1.2.3")
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))

	text, err = pageSBOM("../../../frontend")
	require.NoError(t, err)
	packages := componentsIn(t, text)
	shipped := map[string]string{}
	require.NoError(t, findPackages(shipped, "../../../frontend"))
	require.Len(t, packages, len(shipped))
	for name := range shipped {
		require.Contains(t, packages, name)
	}
	require.NotContains(t, string(text), "biome", "only for development")
}

// componentsIn returns the names and versions in an SBOM, which has no time and no number of its own.
func componentsIn(t *testing.T, text []byte) map[string]bool {
	t.Helper()
	require.NotContains(t, string(text), `"timestamp"`)
	require.NotContains(t, string(text), `"serialNumber"`)
	var sbom struct {
		BOMFormat  string
		Components []struct{ Name, Version string }
	}
	require.NoError(t, json.Unmarshal(text, &sbom))
	require.Equal(t, "CycloneDX", sbom.BOMFormat)
	named := map[string]bool{}
	for _, one := range sbom.Components {
		named[one.Name+" "+one.Version] = true
	}
	return named
}

func TestAWorkWithoutALicenceIsAnError(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "licenses.go"), []byte("package x"), 0o600))
	_, err := licences([]work{{"one 1.0", folder}, {"two 2.0", filepath.Join(folder, "missing")}})
	require.ErrorContains(t, err, "one 1.0 has no licence text")
	require.ErrorContains(t, err, "find the licence of two 2.0")
}

func TestAllFilesHaveAChecksum(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b.deb", "a.rpm", "SHA256SUMS", "SHA256SUMS.sig"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("abc"), 0o600))
	}
	list, err := sums(folder)
	require.NoError(t, err)
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	require.Equal(t, abc+"  a.rpm\n"+abc+"  b.deb\n", list)
}
