package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"quarry/testdata/engines"
)

// 9.4 needs Java 21 with the modules jdk.attach, jdk.jdi and jdk.jlink. Its archive includes runtimes of that version
// without them, so a 9.4 home gets its own: the runtime for this system, a module that replaces the used part of
// jdk.attach, and a server library that requires that module and two others that the runtime has.

const (
	runtimeFolder = "jre"
	standIn       = "own-attach.jar" // in lib
)

// required has the names that the server library requires and their replacements of the same length.
var required = [][2]string{{"jdk.attach", "own.attach"}, {"jdk.jlink", "jdk.zipfs"}, {"jdk.jdi", "jdk.jfr"}}

// runtimePlatform returns the archive's name for the system's runtime, "" if it has none.
func runtimePlatform(system, processor string) string {
	return map[string]string{
		"linux amd64": "x64_linux", "linux arm64": "aarch64_linux",
		"darwin amd64": "x64_mac", "darwin arm64": "aarch64_mac", "windows amd64": "x64_windows",
	}[system+" "+processor]
}

// runtimePattern returns a pattern for the archives of this system's runtime in the release's artifact.
func runtimePattern() (string, error) {
	platform := runtimePlatform(runtime.GOOS, runtime.GOARCH)
	if platform == "" {
		return "", fmt.Errorf("there is no Java runtime for %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	return "**/jres/*_" + platform + "_*", nil
}

// addRuntime unpacks the runtime in unpacked into the home and makes the home run on it.
func addRuntime(ctx context.Context, java jdk, unpacked, home string) error {
	archives, err := filepath.Glob(filepath.Join(unpacked, "jres", "*"))
	if err != nil || len(archives) != 1 {
		return fmt.Errorf("%s does not hold one Java runtime", unpacked)
	}
	to := filepath.Join(home, runtimeFolder)
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	// The tar of Windows and macOS also reads zip files.
	if err := tool(ctx, "tar", "-xf", archives[0], "-C", to, "--strip-components", "1"); err != nil {
		return err
	}
	if err := buildStandIn(ctx, java, filepath.Join(home, "lib", standIn)); err != nil {
		return err
	}
	servers, err := filepath.Glob(filepath.Join(home, "lib", "elasticsearch-entitlement-[0-9]*.jar"))
	if err != nil || len(servers) != 1 {
		return fmt.Errorf("%s does not hold one elasticsearch-entitlement", filepath.Join(home, "lib"))
	}
	return renameRequired(servers[0])
}

// ownRuntime returns the Java of a home with its own runtime.
func ownRuntime(home string) jdk {
	folder := filepath.Join(home, runtimeFolder)
	if inside := filepath.Join(folder, "Contents", "Home"); isFolder(inside) { // macOS
		folder = inside
	}
	return jdk{home: folder, major: 21}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// buildStandIn compiles the module into a jar.
func buildStandIn(ctx context.Context, java jdk, jar string) error {
	work, err := os.MkdirTemp(filepath.Dir(jar), "attach-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.CopyFS(work, engines.Files); err != nil {
		return err
	}
	sources, err := filepath.Glob(filepath.Join(work, "9.4", "*.java"))
	if err != nil {
		return err
	}
	classes, manifest := filepath.Join(work, "classes"), filepath.Join(work, "manifest")
	text := "Premain-Class: com.sun.tools.attach.VirtualMachine\nCan-Retransform-Classes: true\n"
	if err := os.WriteFile(manifest, []byte(text), 0o644); err != nil {
		return err
	}
	if err := tool(ctx, java.tool("javac"), append([]string{"--release", "17", "-proc:none", "-d", classes}, sources...)...); err != nil {
		return err
	}
	return tool(ctx, java.tool("jar"), "cfm", jar, manifest, "-C", classes, ".")
}

// tool runs a program whose output matters only if it fails.
func tool(ctx context.Context, program string, arguments ...string) error {
	if output, err := exec.CommandContext(ctx, program, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(program), err, strings.TrimSpace(string(output)))
	}
	return nil
}

// renameRequired rewrites a jar, replacing the names in [required] in its module declaration.
func renameRequired(jar string) error {
	from, err := zip.OpenReader(jar)
	if err != nil {
		return err
	}
	defer from.Close()
	var changed bytes.Buffer
	to := zip.NewWriter(&changed)
	for _, file := range from.File {
		if file.FileInfo().IsDir() { // a folder's content, a few compressed bytes for nothing, cannot be copied
			continue
		}
		if file.Name != "module-info.class" {
			if err := to.Copy(file); err != nil {
				return err
			}
			continue
		}
		content, err := read(file)
		if err != nil {
			return err
		}
		for _, name := range required {
			if !bytes.Contains(content, []byte(name[0])) {
				return fmt.Errorf("%s does not ask for %s", filepath.Base(jar), name[0])
			}
			content = bytes.ReplaceAll(content, []byte(name[0]), []byte(name[1]))
		}
		entry, err := to.Create(file.Name)
		if err != nil {
			return err
		}
		if _, err := entry.Write(content); err != nil {
			return err
		}
	}
	if err := to.Close(); err != nil {
		return err
	}
	return os.WriteFile(jar, changed.Bytes(), 0o644)
}

func read(file *zip.File) ([]byte, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return io.ReadAll(opened)
}
