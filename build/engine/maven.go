package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:"

// maven runs goals of the dependency plugin with its own local repository, so that downloads can be deleted without
// touching anyone else's.
type maven struct {
	program    string
	java       jdk
	repository string
}

func findMaven(java jdk, cache string) (maven, error) {
	program, err := exec.LookPath("mvn")
	if err != nil {
		return maven{}, errors.New("maven is needed to fetch an engine: there is no mvn in PATH")
	}
	return maven{program: program, java: java, repository: filepath.Join(cache, "maven")}, nil
}

// run executes goal inside folder, which should be used for nothing else: the plugin leaves marker files there.
func (m maven) run(ctx context.Context, folder, goal string, settings ...string) error {
	arguments := append([]string{"-q", "-B", "-Dmaven.repo.local=" + m.repository, dependencyPlugin + goal}, settings...)
	command := exec.CommandContext(ctx, m.program, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "JAVA_HOME="+m.java.home)
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("maven %s: %w", goal, err)
	}
	return nil
}

// unpack writes the files of artifact that match pattern to folder.
func (m maven) unpack(ctx context.Context, folder, artifact, pattern string) error {
	return m.run(ctx, folder, "unpack", "-Dartifact="+artifact, "-Dmdep.unpack.includes="+pattern, "-DoutputDirectory="+folder)
}

// copyLibraries writes the jars of the project in folder/pom.xml, with their dependencies if transitive is set, to
// folder/lib.
func (m maven) copyLibraries(ctx context.Context, folder string, transitive bool) error {
	return m.run(ctx, folder, "copy-dependencies", "-DoutputDirectory="+filepath.Join(folder, "lib"), fmt.Sprintf("-DexcludeTransitive=%t", !transitive))
}

// forget deletes everything downloaded to path, for instance org/example/thing/1.0.
func (m maven) forget(path string) error {
	return os.RemoveAll(filepath.Join(m.repository, filepath.FromSlash(path)))
}
