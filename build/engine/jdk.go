package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Java 24 removed the security manager that 7.x and 8.x require; 7.17 and 8.16 are built for 17.
const oldestJDK, newestJDK = 17, 23

// jdk is the home of a Java version that the releases run on.
type jdk struct {
	home  string
	major int
}

func (j jdk) tool(name string) string { return filepath.Join(j.home, "bin", name) }

// systemJDKs is where Linux distributions install JDKs.
var systemJDKs = "/usr/lib/jvm/*/bin/java"

// findJDK returns JAVA_HOME if it is suitable, otherwise the java in PATH, otherwise another one installed on the
// system. The error names what was found.
func findJDK() (jdk, error) {
	var tried []string
	if home := os.Getenv("JAVA_HOME"); home != "" {
		found, err := inspectJava(filepath.Join(home, "bin", "java"))
		if err == nil {
			return found, nil
		}
		tried = append(tried, "JAVA_HOME: "+err.Error())
	}
	if java, err := exec.LookPath("java"); err != nil {
		tried = append(tried, "PATH: no java")
	} else if found, err := inspectJava(java); err == nil {
		return found, nil
	} else {
		tried = append(tried, "PATH: "+err.Error())
	}
	installed, _ := filepath.Glob(systemJDKs) // the pattern is well formed
	for _, java := range installed {
		if found, err := inspectJava(java); err == nil {
			return found, nil
		}
	}
	return jdk{}, fmt.Errorf("a JDK from %d to %d is needed (%s)", oldestJDK, newestJDK, strings.Join(tried, "; "))
}

func inspectJava(java string) (jdk, error) {
	settings, err := exec.Command(java, "-XshowSettings:properties", "-version").CombinedOutput()
	if err != nil {
		return jdk{}, fmt.Errorf("run %s: %w", java, err)
	}
	return readSettings(settings)
}

// readSettings parses java.home and java.specification.version from the output of -XshowSettings:properties.
func readSettings(settings []byte) (jdk, error) {
	var found jdk
	lines := bufio.NewScanner(bytes.NewReader(settings))
	for lines.Scan() {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), " = ")
		switch name {
		case "java.home":
			found.home = value
		case "java.specification.version":
			found.major, _ = strconv.Atoi(strings.TrimPrefix(value, "1."))
		}
	}
	if found.home == "" || found.major == 0 {
		return jdk{}, errors.New("java did not tell its home and version")
	}
	if found.major < oldestJDK || found.major > newestJDK {
		return jdk{}, fmt.Errorf("%s is version %d", found.home, found.major)
	}
	return found, nil
}
