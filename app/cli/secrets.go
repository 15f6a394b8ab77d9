package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"quarry/app/api"
)

// secretVariable is the environment variable that can contain the connection's secrets.
const secretVariable = "QUARRY_SECRET"

// maxSecret is the maximum size of a file with secrets; a larger one is some other file.
const maxSecret = 64 << 10

// secrets returns the secrets from the file or the environment, none if neither is given. known are the secrets that
// the connection can have.
func (a *arguments) secrets(known []api.NamedSecret) ([]api.SecretValue, error) {
	from, text := secretVariable, os.Getenv(secretVariable)
	if a.secretFile != "" {
		info, err := os.Stat(a.secretFile)
		if err == nil && info.Size() > maxSecret {
			return nil, fmt.Errorf("%s is too large to be a secret", a.secretFile)
		}
		read, err := os.ReadFile(a.secretFile)
		if err != nil {
			return nil, fmt.Errorf("cannot read the secret file: %w", err)
		}
		from, text = a.secretFile, string(read)
	}
	text = strings.TrimRight(text, "\r\n")
	if text == "" {
		if a.secretFile != "" {
			return nil, fmt.Errorf("%s is empty", a.secretFile)
		}
		return nil, nil
	}
	return secretsIn(text, from, known)
}

// secretsIn parses a text as one line NAME: VALUE per secret if its lines begin with names of the connection's secrets.
// Any other text as a whole is the secret that the connection authenticates with. An error never contains any part of
// the text except a name.
func secretsIn(text, from string, known []api.NamedSecret) ([]api.SecretValue, error) {
	var given []api.SecretValue
	names := map[string]bool{}
	strange := 0 // number of the first line without a name
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSuffix(line, "\r"); strings.TrimSpace(line) == "" {
			continue
		}
		secret, value := readSecret(line, known)
		switch {
		case secret == nil && strange == 0:
			strange = i + 1
		case secret == nil:
		case value == "":
			return nil, fmt.Errorf("%s has no value for %s", from, secret.Name)
		case names[secret.ID]:
			return nil, fmt.Errorf("%s has two values for %s", from, secret.Name)
		default:
			names[secret.ID] = true
			given = append(given, api.SecretValue{ID: secret.ID, Value: value, Replace: true})
		}
	}
	switch {
	case len(given) == 0:
		return []api.SecretValue{{Value: text, Replace: true}}, nil
	case strange > 0:
		return nil, fmt.Errorf("line %d of %s does not begin with the name of a secret and a colon. The secrets of this connection: %s", strange, from, namesOf(known))
	}
	return given, nil
}

// readSecret parses a line NAME: VALUE, where NAME is the name or id of a secret, ignoring case. It returns nil if the
// line names none. One space after the colon is not part of the value.
func readSecret(line string, known []api.NamedSecret) (secret *api.NamedSecret, value string) {
	for i := range known {
		for _, name := range []string{known[i].Name, known[i].ID} {
			if len(line) > len(name) && line[len(name)] == ':' && strings.EqualFold(line[:len(name)], name) {
				return &known[i], strings.TrimPrefix(line[len(name)+1:], " ")
			}
		}
	}
	return nil, ""
}

func namesOf(known []api.NamedSecret) string {
	var names []string
	for _, secret := range known {
		names = append(names, secret.Name)
	}
	return strings.Join(names, ", ")
}

// withoutSecret says what to do if a connection's secret could not be read.
func withoutSecret(err error, known []api.NamedSecret) error {
	var f *failed
	if !errors.As(err, &f) {
		return err
	}
	instead := ", or use --secret-file or " + secretVariable + "."
	if len(known) > 1 {
		instead = ", or use --secret-file or " + secretVariable + ", with a line NAME: VALUE for each of its secrets: " + namesOf(known) + "."
	}
	switch f.Kind {
	case "keyring":
		f.Hint = "The secret of this connection is in the keychain. Run the command in a session in which it is unlocked (on Linux, a " +
			"scheduled command needs the DBUS_SESSION_BUS_ADDRESS of that session)" + instead
	case "secret":
		f.Hint = "Open the connection in Quarry and save it there" + instead
	}
	return err
}
