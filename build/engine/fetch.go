package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"quarry/testdata/engines"
)

// homeOf returns the folder of a downloaded release in the cache. It exists only once it is complete.
func homeOf(cache string, r release) string {
	return filepath.Join(cache, "engines", "elasticsearch-"+r.full)
}

// fetch makes sure that the release's files are in the cache and returns their folder.
func fetch(ctx context.Context, cache string, java jdk, r release) (string, error) {
	home := homeOf(cache, r)
	if _, err := os.Stat(home); err == nil {
		return home, nil
	}
	tool, err := findMaven(java, cache)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(home), 0o755); err != nil {
		return "", fmt.Errorf("make the cache folder: %w", err)
	}
	work, err := os.MkdirTemp(filepath.Dir(home), ".fetch-")
	if err != nil {
		return "", fmt.Errorf("make a folder in the cache: %w", err)
	}
	defer os.RemoveAll(work)
	fmt.Fprintf(os.Stderr, "fetching elasticsearch %s\n", r.full)
	built, err := assemble(ctx, work, tool, r)
	if err != nil {
		return "", fmt.Errorf("fetch elasticsearch %s: %w", r.full, err)
	}
	if err := makeReadable(built); err != nil {
		return "", fmt.Errorf("make %s readable: %w", built, err)
	}
	return home, publish(built, home)
}

// publish moves the complete folder to its place. If another process was faster, its folder is used.
func publish(built, home string) error {
	err := os.Rename(built, home)
	if _, missing := os.Stat(home); err != nil && missing != nil {
		return fmt.Errorf("move %s to its place: %w", built, err)
	}
	return nil
}

// assemble downloads the release into work and returns its home folder.
func assemble(ctx context.Context, work string, tool maven, r release) (string, error) {
	if r.layout == serverJar {
		return assembleServer(ctx, work, tool, r)
	}
	defer tool.forget(artifactFolder(r.artifact))
	pattern := "**/elasticsearch/**"
	if r.layout == archive9 {
		jres, err := runtimePattern()
		if err != nil {
			return "", err
		}
		pattern += "," + jres
	}
	if err := tool.unpack(ctx, work, r.artifact, pattern); err != nil {
		return "", err
	}
	homes, err := filepath.Glob(filepath.Join(work, "*", "elasticsearch", "lib"))
	if err != nil || len(homes) != 1 {
		return "", fmt.Errorf("%s does not hold one elasticsearch/lib", r.artifact)
	}
	home := filepath.Dir(homes[0])
	switch {
	case r.layout == archive9:
		return home, addRuntime(ctx, tool.java, filepath.Dir(home), home)
	case r.pom != "":
		return home, addModules(ctx, tool, r, home)
	}
	return home, nil
}

// assembleServer builds a home from libraries (lib) and our compiled main class (classes).
func assembleServer(ctx context.Context, work string, tool maven, r release) (string, error) {
	home := filepath.Join(work, "home")
	if err := writeProject(home, r.pom); err != nil {
		return "", err
	}
	if err := tool.copyLibraries(ctx, home, true); err != nil {
		return "", err
	}
	source, err := engines.Files.ReadFile(r.label + "/Main.java")
	if err != nil {
		return "", err
	}
	main := filepath.Join(home, "Main.java")
	if err := os.WriteFile(main, source, 0o644); err != nil {
		return "", err
	}
	compile := exec.CommandContext(ctx, tool.java.tool("javac"), "-proc:none", "-cp", filepath.Join(home, "lib", "*"), "-d", filepath.Join(home, "classes"), main)
	if output, err := compile.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compile Main.java: %w: %s", err, strings.TrimSpace(string(output)))
	}
	return home, nil
}

func writeProject(folder, pom string) error {
	text, err := engines.Files.ReadFile(pom)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "pom.xml"), text, 0o644)
}

// artifactFolder returns the path of group, artifact and version in a Maven repository.
func artifactFolder(coordinates string) string {
	parts := strings.Split(coordinates, ":")
	return strings.ReplaceAll(parts[0], ".", "/") + "/" + parts[1] + "/" + parts[2]
}
