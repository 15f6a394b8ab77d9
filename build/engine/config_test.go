package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const ymlOf717 = `cluster.name: test
node.name: n1
discovery.type: single-node
network.host: "127.0.0.1"
http.port: 9401
transport.port: 0
path.data: "/n/data"
path.logs: "/n/logs"
path.repo: "/n/repo"
cluster.routing.allocation.disk.threshold_enabled: false
`

func TestTheConfigurationSaysWhatWasAskedFor(t *testing.T) {
	es717, es816 := releases[1], releases[2]
	for name, row := range map[string]struct {
		settings settings
		added    string
	}{
		"7.17 knows no security setting": {settings{release: es717}, ""},
		"8.16 with security off":         {settings{release: es816}, "xpack.security.enabled: false\n"},
		"8.16 with security on":          {settings{release: es816, security: true}, "xpack.security.enabled: true\n"},
		"8.16 open to the anonymous": {settings{release: es816, security: true, anonymous: true}, `xpack.security.enabled: true
xpack.security.authc.anonymous.username: anonymous
xpack.security.authc.anonymous.roles: superuser
`},
		"9.4 with security off": {settings{release: releases[4]}, "xpack.security.enabled: false\n"},
		"8.16 with TLS": {settings{release: es816, security: true, tls: true}, `xpack.security.enabled: true
xpack.security.http.ssl.enabled: true
xpack.security.http.ssl.certificate: certs/server.crt
xpack.security.http.ssl.key: certs/server.key
xpack.security.http.ssl.certificate_authorities: certs/ca.crt
`},
	} {
		t.Run(name, func(t *testing.T) {
			row.settings.node, row.settings.host, row.settings.port = "/n", "127.0.0.1", 9401
			require.Equal(t, ymlOf717+row.added, row.settings.yml())
		})
	}
}

func TestPathsInTheConfigurationAreQuoted(t *testing.T) {
	yml := settings{release: releases[1], node: `/a "b": #c`}.yml()
	require.Contains(t, yml, `path.data: "/a \"b\": #c/data"`+"\n")
}

func TestJavaGetsTheOptionsOfItsRelease(t *testing.T) {
	require.Equal(t, "-Xms512m\n-Xmx512m\n-XX:+UseG1GC\n-Djava.io.tmpdir=/n/tmp\n", settings{release: releases[2], node: "/n"}.jvmOptions())
	require.Contains(t, settings{release: releases[4], home: "/h", node: "/n"}.jvmOptions(), "\n-javaagent:/h/lib/own-attach.jar\n")
	// Without it a 7.x node never ends on SIGTERM.
	require.Contains(t, settings{release: releases[1], node: "/n"}.javaOptions(), "-Dlog4j.shutdownHookEnabled=false")
}

func TestTheAddressIsTheOneThatClientsWrite(t *testing.T) {
	require.Equal(t, "http://127.0.0.1:9401", settings{host: "127.0.0.1", port: 9401}.url())
	require.Equal(t, "https://[::1]:9401", settings{host: "::1", port: 9401, tls: true}.url())
}

func TestNoCommandLineHoldsASecret(t *testing.T) {
	folder := t.TempDir()
	o := options{user: "someone", passwordFile: folder + "/password"}
	for _, r := range releases {
		t.Run(r.label, func(t *testing.T) {
			s := settings{release: r, home: folder + "/no-home", node: folder + "/" + r.label, host: "127.0.0.1", port: 9401, security: r.security}
			given, err := layOut(s, o)
			require.NoError(t, err)
			command := s.command(jdk{home: "/java"})
			require.Equal(t, "/java/bin/java", command.Path)
			require.Equal(t, r.security, given.password != "")
			for _, text := range append(command.Args, command.Env...) {
				if given.password != "" {
					require.NotContains(t, text, given.password)
				}
			}
		})
	}
}

func TestModulesDescribeThemselvesToTheEngine(t *testing.T) {
	require.Equal(t, `type=isolated
description=rank-eval
version=7.17.15
name=rank-eval
classname=org.elasticsearch.index.rankeval.RankEvalPlugin
java.version=1.8
elasticsearch.version=7.17.15
extended.plugins=
has.native.controller=false
`, modules[3].descriptor("7.17.15"))
}
