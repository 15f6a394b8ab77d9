package main

import (
	"debug/macho"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

var (
	programs = []string{"quarry", "quarry-cli"}
	files    = []string{"Contents/Info.plist", "Contents/MacOS/quarry", "Contents/MacOS/quarry-cli", "Contents/PkgInfo",
		"Contents/Resources/LICENSE.txt", "Contents/Resources/LICENSES.txt", "Contents/Resources/NOTICES.txt", "Contents/Resources/quarry.icns"}
)

// checkBundle returns what is wrong with a bundle: its files, the keys of its Info.plist, the sizes of its icon, and the
// architecture of its programs, arm64 or amd64. A signature's files are ignored.
func checkBundle(app, architecture, version string) error {
	var found []string
	err := filepath.WalkDir(app, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == "_CodeSignature" {
			return filepath.SkipDir
		}
		name, err := filepath.Rel(app, path)
		if !entry.IsDir() {
			found = append(found, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		return err
	}
	if !slices.Equal(found, files) {
		return fmt.Errorf("the bundle has %v instead of %v", found, files)
	}
	return errors.Join(checkProperties(filepath.Join(app, "Contents/Info.plist"), version), checkIcon(filepath.Join(app, "Contents/Resources/quarry.icns")),
		checkPrograms(filepath.Join(app, "Contents/MacOS"), architecture))
}

func checkProperties(path, version string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	is, err := readProperties(text)
	if err != nil {
		return fmt.Errorf("in Info.plist: %w", err)
	}
	for key, want := range map[string]string{"CFBundleExecutable": programs[0], "CFBundleIconFile": "quarry.icns", "CFBundleIdentifier": "io.quarry.Quarry",
		"CFBundlePackageType": "APPL", "CFBundleShortVersionString": version, "CFBundleVersion": version, "LSMinimumSystemVersion": "12.0"} {
		if is[key] != want {
			err = errors.Join(err, fmt.Errorf("in Info.plist, %s is %q instead of %q", key, is[key], want))
		}
	}
	return err
}

// readProperties returns the texts in the dictionary of a property list.
func readProperties(text []byte) (map[string]string, error) {
	var list struct {
		Dict struct {
			Members []struct {
				XMLName xml.Name
				Text    string `xml:",chardata"`
			} `xml:",any"`
		} `xml:"dict"`
	}
	if err := xml.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	texts, members := map[string]string{}, list.Dict.Members
	if len(members)%2 != 0 {
		return nil, errors.New("a key has no value")
	}
	for i := 0; i < len(members); i += 2 {
		if members[i].XMLName.Local != "key" {
			return nil, fmt.Errorf("%q is not a key", members[i].Text)
		}
		texts[members[i].Text] = strings.TrimSpace(members[i+1].Text)
	}
	return texts, nil
}

func checkIcon(path string) error {
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	sizes, err := readIcon(file)
	for _, e := range entries {
		if sizes[e.kind] != e.size {
			err = errors.Join(err, fmt.Errorf("the icon's %s is %d px instead of %d", e.kind, sizes[e.kind], e.size))
		}
	}
	return err
}

func checkPrograms(folder, architecture string) error {
	want := map[string]macho.Cpu{"arm64": macho.CpuArm64, "amd64": macho.CpuAmd64}[architecture]
	var all error
	for _, name := range programs {
		path := filepath.Join(folder, name)
		program, err := macho.Open(path)
		if err != nil {
			all = errors.Join(all, fmt.Errorf("%s: %w", name, err))
			continue
		}
		if program.Cpu != want || program.Type != macho.TypeExec || program.Flags&macho.FlagPIE == 0 {
			all = errors.Join(all, fmt.Errorf("%s is not a position independent program for %s", name, architecture))
		}
		program.Close()
		if about, err := os.Stat(path); err != nil || about.Mode()&0o111 != 0o111 {
			all = errors.Join(all, fmt.Errorf("%s cannot be run by everyone", name))
		}
	}
	return all
}
