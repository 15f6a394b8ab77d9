package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// work is something by others in a release.
type work struct {
	name, folder string
}

// worksIn returns the works in programs and in the page: Go with its library, the modules, and the npm packages that are
// not only for development.
func worksIn(programs []string, page string) ([]work, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("find Go: %w", err)
	}
	all := map[string]string{"Go": strings.TrimSpace(string(root))}
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, err
		}
		for _, module := range info.Deps {
			all[module.Path+" "+module.Version] = ""
		}
	}
	if err := findModules(all); err != nil {
		return nil, err
	}
	if err := findPackages(all, page); err != nil {
		return nil, err
	}
	var works []work
	for _, name := range slices.Sorted(maps.Keys(all)) {
		works = append(works, work{name, all[name]})
	}
	return works, nil
}

// findModules enters the folders of the modules.
func findModules(all map[string]string) error {
	list, err := exec.Command("go", "list", "-m", "-f", "{{.Path}} {{.Version}}\t{{.Dir}}", "all").Output()
	if err != nil {
		return fmt.Errorf("list the modules: %w", err)
	}
	for line := range strings.Lines(string(list)) {
		name, folder, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if _, used := all[name]; used {
			all[name] = folder
		}
	}
	return nil
}

// findPackages enters the packages of a page.
func findPackages(all map[string]string, page string) error {
	text, err := os.ReadFile(filepath.Join(page, "package-lock.json"))
	if err != nil {
		return err
	}
	var lock struct {
		Packages map[string]struct {
			Version string
			Dev     bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return fmt.Errorf("read the page's packages: %w", err)
	}
	for path, p := range lock.Packages {
		if path == "" || p.Dev {
			continue
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		all[name+" "+p.Version] = filepath.Join(page, path)
	}
	return nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// licences returns the texts of all licences, each once, under the names of the works that have it.
func licences(works []work) (string, error) {
	under := map[string][]string{}
	var missing []error
	for _, w := range works {
		text, err := licenceOf(w)
		if err != nil {
			missing = append(missing, err)
			continue
		}
		under[text] = append(under[text], w.name)
	}
	if len(missing) > 0 {
		return "", errors.Join(missing...)
	}
	var all strings.Builder
	all.WriteString("Quarry contains the following works, under the licences below their names.\n")
	texts := slices.SortedFunc(maps.Keys(under), func(a, b string) int { return strings.Compare(under[a][0], under[b][0]) })
	for _, text := range texts {
		fmt.Fprintf(&all, "\n%s\n\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(under[text], "\n"), text)
	}
	return all.String(), nil
}

// licenceOf returns the texts in the work's folder.
func licenceOf(w work) (string, error) {
	entries, err := os.ReadDir(w.folder)
	if err != nil {
		return "", fmt.Errorf("find the licence of %s: %w", w.name, err)
	}
	var texts []string
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(w.folder, e.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	if len(texts) == 0 {
		return "", fmt.Errorf("%s has no licence text", w.name)
	}
	return strings.Join(texts, "\n\n"), nil
}
