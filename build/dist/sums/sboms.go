package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// cyclonedx reads the modules from a program itself, so that build tags and systems make no difference.
const cyclonedx = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"

// programSBOM returns the modules of a program, the standard library among them, as CycloneDX JSON. It is the same every
// time.
func programSBOM(program, version string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "sbom")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "sbom.json")
	cmd := exec.Command("go", "run", cyclonedx, "bin", "-json", "-std", "-noserial", "-version", version, "-output", file, program)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("list the modules of %s: %w\n%s", program, err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return rewriteSBOM(text, nil)
}

// pageSBOM returns the npm packages that the page contains as CycloneDX JSON. npm can leave out those for development
// itself, but then also leaves out what both the page and its tools use.
func pageSBOM(page string) ([]byte, error) {
	cmd := exec.Command("npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only")
	cmd.Dir = page
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the page's packages: %w", err)
	}
	shipped := map[string]string{}
	if err := findPackages(shipped, page); err != nil {
		return nil, err
	}
	return rewriteSBOM(text, func(name, version string) bool {
		_, is := shipped[name+" "+version]
		return is
	})
}

// rewriteSBOM removes what differs each time: serial number and time. With a filter it keeps only the components for
// which it is true, and their dependencies.
func rewriteSBOM(text []byte, keeps func(name, version string) bool) ([]byte, error) {
	var sbom map[string]any
	if err := json.Unmarshal(text, &sbom); err != nil {
		return nil, fmt.Errorf("read the SBOM: %w", err)
	}
	delete(sbom, "serialNumber")
	if metadata, is := sbom["metadata"].(map[string]any); is {
		delete(metadata, "timestamp")
	}
	if keeps != nil {
		filterComponents(sbom, keeps)
	}
	var out bytes.Buffer
	writer := json.NewEncoder(&out)
	writer.SetEscapeHTML(false)
	writer.SetIndent("", "  ")
	err := writer.Encode(sbom)
	return out.Bytes(), err
}

func filterComponents(sbom map[string]any, keeps func(name, version string) bool) {
	gone := map[any]bool{}
	components, _ := sbom["components"].([]any)
	sbom["components"] = slices.DeleteFunc(components, func(one any) bool {
		component, _ := one.(map[string]any)
		name, _ := component["name"].(string)
		version, _ := component["version"].(string)
		if keeps(name, version) {
			return false
		}
		gone[component["bom-ref"]] = true
		return true
	})
	dependencies, _ := sbom["dependencies"].([]any)
	sbom["dependencies"] = slices.DeleteFunc(dependencies, func(one any) bool {
		dependency, _ := one.(map[string]any)
		on, _ := dependency["dependsOn"].([]any)
		dependency["dependsOn"] = slices.DeleteFunc(on, func(ref any) bool { return gone[ref] })
		return gone[dependency["ref"]]
	})
}

// writeSBOMs writes one SBOM for each program and one for the page.
func writeSBOMs(out string, programs []string, page, version string) error {
	for _, program := range programs {
		text, err := programSBOM(program, version)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, "sbom-"+filepath.Base(program)+".cdx.json"), text, 0o644); err != nil {
			return err
		}
	}
	text, err := pageSBOM(page)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "sbom-page.cdx.json"), text, 0o644)
}

// versionOf returns the version of the application's sources.
func versionOf(source string) (string, error) {
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	_, rest, found := strings.Cut(string(text), "\nconst Version = \"")
	version, _, ends := strings.Cut(rest, "\"")
	if !found || !ends {
		return "", fmt.Errorf("%s names no version", source)
	}
	return version, nil
}
