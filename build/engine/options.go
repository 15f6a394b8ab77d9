package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
)

// options is the parsed and validated command line.
type options struct {
	releases     []release // one, or several with prepare
	prepare      bool
	security     bool // tls implies it
	tls          bool
	anonymous    bool
	host         string // a loopback address
	port         string // "0": a free one is chosen
	data         string // folder of the node; empty: a temporary one, removed at the end
	log          string // file for the node's output; empty: console.log in the node's folder
	user         string
	passwordFile string
}

var userName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,62}$`)

// parseOptions parses the command line. It rejects combinations with which no node can be started.
func parseOptions(arguments []string, usage io.Writer) (options, error) {
	var o options
	var versions, listen string
	flags := flag.NewFlagSet("engine", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.StringVar(&versions, "version", "", "one of "+labels()+"; with --prepare several, separated by commas")
	flags.BoolVar(&o.prepare, "prepare", false, "fetch and unpack only")
	flags.BoolVar(&o.security, "security", false, "turn security on, with one superuser (from 8.16 on; needs --password-file)")
	flags.BoolVar(&o.anonymous, "anonymous", false, "with --security: requests without credentials act as superuser")
	flags.BoolVar(&o.tls, "tls", false, "serve HTTPS with a certificate of an own authority (implies --security)")
	flags.StringVar(&listen, "listen", "127.0.0.1:0", "loopback `address`; port 0 takes a free port")
	flags.StringVar(&o.data, "data", "", "`folder` of the node, kept at the end (default: a temporary one)")
	flags.StringVar(&o.log, "log", "", "`file` for the node's output (default: logs/console.log in the node's folder)")
	flags.StringVar(&o.user, "user", "quarry", "with --security: `name` of the superuser")
	flags.StringVar(&o.passwordFile, "password-file", "", "with --security: `file` that the superuser's random password is written to")
	if err := flags.Parse(arguments); err != nil {
		return options{}, err
	}
	if flags.NArg() > 0 {
		return options{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	o.security = o.security || o.tls
	return o, errors.Join(o.readVersions(versions), o.readListen(listen), o.check())
}

func (o *options) readVersions(list string) error {
	if list == "" {
		return errors.New("--version is missing")
	}
	for _, label := range strings.Split(list, ",") {
		found, err := findRelease(strings.TrimSpace(label))
		if err != nil {
			return err
		}
		o.releases = append(o.releases, found)
	}
	if len(o.releases) > 1 && !o.prepare {
		return errors.New("several versions can only be prepared: start one at a time")
	}
	return nil
}

func (o *options) readListen(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("--listen %q: %w", address, err)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("--listen %q: a test node listens on a loopback address only", address)
	}
	o.host, o.port = host, port
	return nil
}

func (o *options) check() error {
	switch {
	case o.anonymous && !o.security:
		return errors.New("--anonymous needs --security")
	case o.passwordFile != "" && !o.security:
		return errors.New("--password-file needs --security")
	case o.security && o.passwordFile == "" && !o.prepare:
		return errors.New("--security needs --password-file")
	case o.security && !userName.MatchString(o.user):
		return fmt.Errorf("--user %q: letters, digits, - and _ only, beginning with a letter", o.user)
	}
	for _, r := range o.releases {
		if o.security && !r.security {
			return fmt.Errorf("version %s has no security module", r.label)
		}
	}
	return nil
}
