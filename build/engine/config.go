package main

import (
	"path/filepath"
	"strconv"
	"strings"
)

// settings is what a node's configuration files depend on. Paths are absolute.
type settings struct {
	release   release
	home      string // the release's folder
	node      string // the node's folder
	host      string
	port      int
	security  bool
	anonymous bool
	tls       bool
}

// yml returns the text of elasticsearch.yml.
func (s settings) yml() string {
	var text strings.Builder
	line := func(name, value string) { text.WriteString(name + ": " + value + "\n") }
	path := func(name, folder string) { line(name, strconv.Quote(s.node+"/"+folder)) }
	line("cluster.name", "test")
	line("node.name", "n1")
	line("discovery.type", "single-node")
	line("network.host", strconv.Quote(s.host))
	line("http.port", strconv.Itoa(s.port))
	line("transport.port", "0")
	path("path.data", "data")
	path("path.logs", "logs")
	path("path.repo", "repo")
	line("cluster.routing.allocation.disk.threshold_enabled", "false")
	if s.release.security {
		line("xpack.security.enabled", strconv.FormatBool(s.security))
	}
	if s.anonymous {
		line("xpack.security.authc.anonymous.username", "anonymous")
		line("xpack.security.authc.anonymous.roles", "superuser")
	}
	if s.tls {
		line("xpack.security.http.ssl.enabled", "true")
		line("xpack.security.http.ssl.certificate", certificates+"/server.crt")
		line("xpack.security.http.ssl.key", certificates+"/server.key")
		line("xpack.security.http.ssl.certificate_authorities", certificates+"/ca.crt")
	}
	return text.String()
}

// javaOptions returns the node's Java options, one per element. The launcher of 8.x and 9.x reads them from jvm.options
// and adds the vendor's defaults itself; 7.x is started directly, with those defaults that affect its responses.
func (s settings) javaOptions() []string {
	common := []string{
		"-Xms512m",
		"-Xmx512m",
		"-XX:+UseG1GC", // with the serial collector, a node of this size trips its memory breaker
		"-Djava.io.tmpdir=" + s.node + "/tmp",
	}
	switch s.release.layout {
	case archive8:
		return common
	case archive9:
		return append(common, "-javaagent:"+filepath.Join(s.home, "lib", standIn))
	}
	return append(common,
		"-Xss1m",
		"-Dfile.encoding=UTF-8",
		"-Djava.awt.headless=true",
		"-Djava.locale.providers=SPI,COMPAT",
		"-Djna.nosys=true",
		"-Dlog4j.shutdownHookEnabled=false", // with log4j's own hook, a node never ends on SIGTERM
		"-Dlog4j2.disable.jmx=true",
	)
}

// jvmOptions returns the text of jvm.options: one option per line.
func (s settings) jvmOptions() string { return strings.Join(s.javaOptions(), "\n") + "\n" }
