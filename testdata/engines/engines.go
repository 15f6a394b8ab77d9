// Package engines carries the files from which real nodes are put together where no vendor's archive is to be had:
// a Maven project of the libraries and, for 7.9, the Java main that starts the server jar.
package engines

import "embed"

// Files holds 7.9/pom.xml, 7.9/Main.java and 7.17/pom.xml.
//
//go:embed 7.9/pom.xml 7.9/Main.java 7.17/pom.xml
var Files embed.FS
