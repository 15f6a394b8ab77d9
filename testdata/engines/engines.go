// Package engines has the files for assembling real nodes if there is no vendor's archive or something is missing from
// it: a Maven project of libraries, for 7.9 the Java main that starts the server jar, and for 9.4 a small module that
// its Java runtime lacks.
package engines

import "embed"

// Files holds 7.9/pom.xml, 7.9/Main.java, 7.17/pom.xml and the sources of the module in 9.4.
//
//go:embed 7.9/pom.xml 7.9/Main.java 7.17/pom.xml 9.4/*.java
var Files embed.FS
