package main

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommandLinesThatCannotStartANodeAreRefused(t *testing.T) {
	for name, row := range map[string]struct {
		arguments []string
		says      string
	}{
		"no version":               {nil, "--version is missing"},
		"unknown version":          {[]string{"--version", "9"}, `unknown version "9": one of 7.9, 7.17, 8.16, 8.19, 9.4`},
		"several versions":         {[]string{"--version", "7.9,7.17"}, "start one at a time"},
		"security before 8":        {[]string{"--version", "7.17", "--security", "--password-file", "p"}, "version 7.17 has no security module"},
		"tls before 8":             {[]string{"--version", "7.9", "--tls", "--password-file", "p"}, "version 7.9 has no security module"},
		"security, no file":        {[]string{"--version", "8.16", "--security"}, "--security needs --password-file"},
		"tls, no file":             {[]string{"--version", "8.16", "--tls"}, "--security needs --password-file"},
		"anonymous alone":          {[]string{"--version", "8.16", "--anonymous"}, "--anonymous needs --security"},
		"password file alone":      {[]string{"--version", "8.16", "--password-file", "p"}, "--password-file needs --security"},
		"user with a colon":        {[]string{"--version", "8.16", "--security", "--password-file", "p", "--user", "a:b"}, `--user "a:b"`},
		"address without port":     {[]string{"--version", "8.16", "--listen", "127.0.0.1"}, "--listen"},
		"address open to others":   {[]string{"--version", "8.16", "--listen", "0.0.0.0:9200"}, "loopback address only"},
		"address of another":       {[]string{"--version", "8.16", "--listen", "10.0.0.1:9200"}, "loopback address only"},
		"address without host":     {[]string{"--version", "8.16", "--listen", ":9200"}, "loopback address only"},
		"argument after the flags": {[]string{"--version", "8.16", "now"}, `unexpected argument "now"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseOptions(row.arguments, io.Discard)
			require.ErrorContains(t, err, row.says)
		})
	}
}

func TestCommandLinesAreRead(t *testing.T) {
	es79, es717, es816 := releases[0], releases[1], releases[2]
	for name, row := range map[string]struct {
		arguments []string
		want      options
	}{
		"least": {[]string{"--version", "7.17"},
			options{releases: []release{es717}, host: "127.0.0.1", port: "0", user: "quarry"}},
		"prepare several": {[]string{"--prepare", "--version", "7.9, 8.16"},
			options{releases: []release{es79, es816}, prepare: true, host: "127.0.0.1", port: "0", user: "quarry"}},
		"security": {[]string{"--version", "8.16", "--security", "--anonymous", "--password-file", "p", "--user", "me"},
			options{releases: []release{es816}, security: true, anonymous: true, host: "127.0.0.1", port: "0", user: "me", passwordFile: "p"}},
		"tls implies security": {[]string{"--version", "8.16", "--tls", "--password-file", "p"},
			options{releases: []release{es816}, security: true, tls: true, host: "127.0.0.1", port: "0", user: "quarry", passwordFile: "p"}},
		"localhost": {[]string{"--version", "7.17", "--listen", "localhost:9200", "--data", "d", "--log", "l"},
			options{releases: []release{es717}, host: "127.0.0.1", port: "9200", user: "quarry", data: "d", log: "l"}},
		"version 6 of the address": {[]string{"--version", "7.17", "--listen", "[::1]:9200"},
			options{releases: []release{es717}, host: "::1", port: "9200", user: "quarry"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parseOptions(row.arguments, io.Discard)
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}
