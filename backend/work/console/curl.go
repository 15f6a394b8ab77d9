package console

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// Curl returns the command lines that send the selected requests, byte for byte, without the credential.
func (t *Consoles) Curl(ctx context.Context, s *session.Session, source string, what Selection) (string, error) {
	all, err := planAll(ctx, s, source, what)
	if err != nil {
		return "", err
	}
	defer release(s, all)
	lines := make([]string, 0, len(all))
	for _, p := range all {
		if p.Err != nil {
			return "", p.Err
		}
		lines = append(lines, requestlog.Curl(s.Base(), p.Method, p.Path, p.Query, p.ContentType, p.body.Text))
	}
	return strings.Join(lines, "\n"), nil
}

// FromCurl converts curl command lines to requests for the console, and returns a note about anything it dropped. A
// request to another server becomes one to the connection's server. Neither result contains a user, a password or a
// header's value. The error is of kind refused if a command cannot become a request; then the text is the commands
// without their credentials.
func FromCurl(s *session.Session, text string) (requests, notice string, err error) {
	requests, notice, err = fromCurl(s, text)
	var refused *driver.Error
	if !errors.As(err, &refused) {
		return requests, notice, err
	}
	requests, left := withoutCredential(text)
	said := *refused
	said.Hint = "It was pasted unchanged."
	if len(left) > 0 {
		said.Hint = "It was pasted without " + strings.Join(left, " and ") + "."
	}
	return requests, "", &said
}

func fromCurl(s *session.Session, text string) (requests, notice string, err error) {
	commands, ok := shellCommands(text)
	if !ok {
		return "", "", notCurl("The command has an unclosed quote.")
	}
	var all, notices []string
	for _, words := range commands {
		if words = argumentsOfCurl(words); len(words) == 0 {
			continue // something that the response is piped to, or that runs before or after
		}
		c, err := readCurl(words[1:])
		if err != nil {
			return "", "", err
		}
		request, said := c.request(s.Base())
		all = append(all, request)
		if said != "" && !slices.Contains(notices, said) {
			notices = append(notices, said)
		}
	}
	if len(all) == 0 {
		return "", "", notCurl("The text is not a curl command.")
	}
	return strings.Join(all, "\n\n"), strings.Join(notices, " "), nil
}

func notCurl(message string) error {
	return &driver.Error{Kind: driver.Refused, Message: message}
}

// request returns a command's request, and what was left out of it.
func (c *curl) request(base string) (text, notice string) {
	a := addressOf(c.target)
	target, here := a.below(base)
	if len(c.data) > 0 && c.get {
		sign := "?"
		if strings.Contains(target, "?") {
			sign = "&"
		}
		target, c.data = target+sign+strings.Join(c.data, "&"), nil
	}
	body := strings.Join(c.data, "&")
	text = c.verb(body) + " " + target
	if body != "" {
		text += "\n" + body
	}
	return text, c.notice(a, here, base)
}

// notice says which parts of a command are not in its request.
func (c *curl) notice(a address, here bool, base string) string {
	var left []string
	if user := cmp.Or(c.user, a.user); user != "" {
		left = append(left, "the user "+user)
	}
	switch len(c.headers) {
	case 0:
	case 1:
		left = append(left, "the header "+c.headers[0])
	default:
		left = append(left, "the headers "+strings.Join(c.headers, ", "))
	}
	without := strings.Join(left, " and ")
	switch {
	case !here && without != "":
		return "The command was for " + a.host + ". Its request now goes to " + base + ", without " + without + "."
	case !here:
		return "The command was for " + a.host + ". Its request now goes to " + base + "."
	case without != "":
		return "The request uses the settings of this connection, without " + without + "."
	}
	return ""
}

// address has the parts of an address as typed.
type address struct{ scheme, user, host, path string }

// addressOf parses an address. curl assumes http; a shell variable can stand for scheme and host.
func addressOf(source string) address {
	a := address{scheme: "http"}
	if scheme, rest, ok := strings.Cut(source, "://"); ok {
		a.scheme, source = strings.ToLower(scheme), rest
	}
	source = before(source, "#")
	a.host = before(source, "/", "?")
	a.path = source[len(a.host):]
	if at := strings.LastIndexByte(a.host, '@'); at >= 0 {
		a.user, a.host = before(a.host[:at], ":"), a.host[at+1:]
	}
	return a
}

// below returns the part of an address after a base, and whether scheme, host and port are the same. For another
// server, that is the whole path.
func (a address) below(base string) (target string, here bool) {
	b := addressOf(base)
	target = a.path
	if a.scheme == b.scheme && strings.EqualFold(a.withPort(), b.withPort()) {
		rest, ok := strings.CutPrefix(a.path, strings.TrimSuffix(b.path, "/"))
		if ok && (rest == "" || rest[0] == '/' || rest[0] == '?') {
			target, here = rest, true
		}
	}
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	return target, here
}

// withPort returns the host with its port.
func (a address) withPort() string {
	if at := strings.LastIndexByte(a.host, ':'); at > strings.LastIndexByte(a.host, ']') {
		return a.host
	}
	return a.host + map[string]string{"http": ":80", "https": ":443"}[a.scheme]
}

// curl is a command line as far as it is a request.
type curl struct {
	method, target string
	data           []string
	get, head      bool
	user           string
	headers        []string // their names
}

func (c *curl) verb(body string) string {
	switch {
	case c.method != "":
		return strings.ToUpper(c.method)
	case c.head:
		return "HEAD"
	case body != "" && !c.get:
		return "POST"
	}
	return "GET"
}

// silent are options that do not change what is sent, and whether a value follows each. Credentials, proxies and TLS
// come from the connection.
var silent = map[string]bool{
	"-s": false, "--silent": false, "-S": false, "--show-error": false, "-k": false, "--insecure": false, "-i": false, "--include": false, "-v": false,
	"--verbose": false, "-L": false, "--location": false, "-f": false, "--fail": false, "-g": false, "--globoff": false, "--compressed": false, "-#": false,
	"-n": false, "--netrc": false, "-N": false, "--no-buffer": false, "-q": false, "-O": false, "--remote-name": false, "-J": false, "-4": false, "-6": false,
	"-0": false, "-1": false, "--path-as-is": false, "--http1.0": false, "--http1.1": false, "--http2": false, "--progress-bar": false,
	"--no-progress-meter": false, "--fail-with-body": false, "--fail-early": false, "--location-trusted": false, "--basic": false, "--anyauth": false,
	"--digest": false, "--negotiate": false, "--ntlm": false, "--tlsv1.2": false, "--tlsv1.3": false, "--ssl-no-revoke": false, "--styled-output": false,
	"--cacert": true, "--capath": true, "-E": true, "--cert": true, "--cert-type": true, "--key": true, "--key-type": true, "--pass": true, "-o": true, "--output": true,
	"-A": true, "--user-agent": true, "-m": true, "--max-time": true, "--connect-timeout": true, "-w": true, "--write-out": true, "--oauth2-bearer": true,
	"-b": true, "--cookie": true, "-c": true, "--cookie-jar": true, "-e": true, "--referer": true, "-x": true, "--proxy": true, "-U": true, "--proxy-user": true,
	"--noproxy": true, "--resolve": true, "--connect-to": true, "--retry": true, "--retry-delay": true, "--retry-max-time": true, "--max-redirs": true,
	"-D": true, "--dump-header": true, "--interface": true, "--ciphers": true, "--stderr": true, "--aws-sigv4": true, "--limit-rate": true,
}

// readCurl parses the words after the name of curl.
func readCurl(words []string) (*curl, error) {
	c := &curl{}
	for len(words) > 0 {
		n, err := c.read(words)
		if err != nil {
			return nil, err
		}
		words = words[n:]
	}
	if c.target == "" {
		return nil, notCurl("The command has no URL.")
	}
	return c, nil
}

// read parses an option, several short ones in one word, or the address, and returns how many words that took.
func (c *curl) read(words []string) (int, error) {
	word := words[0]
	if strings.HasPrefix(word, "--") {
		return c.long(words)
	}
	if !strings.HasPrefix(word, "-") || word == "-" {
		if c.target != "" {
			return 0, notCurl("The command has more than one URL.")
		}
		c.target = word
		return 1, nil
	}
	for i := 1; i < len(word); i++ {
		name := "-" + word[i:i+1]
		takes, err := c.takes(name)
		switch {
		case err != nil:
			return 0, err
		case takes && i+1 < len(word):
			return 1, c.set(name, word[i+1:])
		case takes && len(words) < 2:
			return 0, notCurl("The option " + name + " has no value.")
		case takes:
			return 2, c.set(name, words[1])
		}
		c.turnOn(name)
	}
	return 1, nil
}

// long parses a long option.
func (c *curl) long(words []string) (int, error) {
	name, value, joined := strings.Cut(words[0], "=")
	takes, err := c.takes(name)
	switch {
	case err != nil:
		return 0, err
	case !takes:
		c.turnOn(name)
		return 1, nil
	case joined:
		return 1, c.set(name, value)
	case len(words) < 2:
		return 0, notCurl("The option " + name + " has no value.")
	}
	return 2, c.set(name, words[1])
}

// takes reports whether an option has a value.
func (c *curl) takes(name string) (bool, error) {
	switch name {
	case "-X", "--request", "--url", "-d", "--data", "--data-ascii", "--data-binary", "--data-raw", "--data-urlencode", "--json",
		"-H", "--header", "-u", "--user":
		return true, nil
	case "-G", "--get", "-I", "--head":
		return false, nil
	}
	takes, known := silent[name]
	if !known {
		return false, notCurl("Quarry does not support the curl option " + name + ".")
	}
	return takes, nil
}

func (c *curl) turnOn(name string) {
	c.get = c.get || name == "-G" || name == "--get"
	c.head = c.head || name == "-I" || name == "--head"
}

func (c *curl) set(name, value string) error {
	switch name {
	case "-X", "--request":
		c.method = value
	case "--url":
		if c.target != "" {
			return notCurl("The command has more than one URL.")
		}
		c.target = value
	case "-H", "--header":
		c.header(value)
	case "-u", "--user":
		c.user = before(value, ":")
	case "-d", "--data", "--data-ascii", "--data-binary", "--json":
		if strings.HasPrefix(value, "@") {
			return notCurl("The command reads its body from elsewhere: " + value + ".")
		}
		c.data = append(c.data, value)
	case "--data-raw":
		c.data = append(c.data, value)
	case "--data-urlencode":
		member, content, named := strings.Cut(value, "=")
		if strings.Contains(member, "@") {
			return notCurl("The command reads its body from elsewhere: " + value + ".")
		}
		if !named {
			member, content = "", value
		} else if member != "" {
			member += "="
		}
		c.data = append(c.data, member+url.QueryEscape(content))
	}
	return nil
}

// usual are the headers that a connection sends anyway.
var usual = []string{"content-type", "accept", "accept-encoding", "user-agent", "host", "connection", "content-length"}

// header records the name of a header that is left out.
func (c *curl) header(value string) {
	name := strings.TrimSpace(before(value, ":", ";"))
	if name != "" && !strings.HasPrefix(name, "@") && !slices.Contains(usual, strings.ToLower(name)) && !slices.Contains(c.headers, name) {
		c.headers = append(c.headers, name)
	}
}
