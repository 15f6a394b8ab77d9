package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"quarry/app/api"
)

// secretVariable is the environment variable that can contain the password or API key of the connection.
const secretVariable = "QUARRY_SECRET"

// maxSecret is the most bytes of a file with a secret; a larger one is another file.
const maxSecret = 64 << 10

// open opens the saved connection that the command line names.
func open(ctx context.Context, app *api.API, q *wanted) (api.SessionInfo, error) {
	c, err := find(app, q.connection)
	if err != nil {
		return api.SessionInfo{}, err
	}
	given, err := q.secrets()
	if err != nil {
		return api.SessionInfo{}, err
	}
	session, err := asked(ctx, app, "connect", func(call string) (api.SessionInfo, error) {
		return app.Connections.Open(api.ConnectRequest{Call: call, ID: c.ID, Secrets: given})
	})
	if err != nil {
		return session, withoutSecret(err, len(c.Headers) > 0)
	}
	if session.ID == "" {
		return session, fmt.Errorf("%s. %s", session.Warning.Title, session.Warning.Text)
	}
	return session, nil
}

// find returns a saved connection by its id or name. Upper and lower case differ only where two names differ by nothing
// else.
func find(app *api.API, name string) (api.Connection, error) {
	list, err := app.Connections.List(api.ListRequest{})
	if err != nil {
		return api.Connection{}, plain(err)
	}
	for _, same := range []func(c api.Connection) bool{
		func(c api.Connection) bool { return c.ID == name || c.Name == name },
		func(c api.Connection) bool { return strings.EqualFold(c.Name, name) },
	} {
		var found []api.Connection
		for _, c := range list.Connections {
			if same(c) {
				found = append(found, c)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return api.Connection{}, fmt.Errorf("%d connections are named %q. Use the id of one: %s", len(found), name, ids(found))
		}
	}
	return api.Connection{}, fmt.Errorf("there is no connection %q. Save it in Quarry first; quarry-cli list prints those that are saved", name)
}

func ids(connections []api.Connection) string {
	var list []string
	for _, c := range connections {
		list = append(list, c.ID)
	}
	return strings.Join(list, ", ")
}

// secrets returns the secret from the file or the environment, none if neither is named. The line break at the end of a
// file is not part of it.
func (q *wanted) secrets() ([]api.SecretValue, error) {
	secret := os.Getenv(secretVariable)
	if q.secretFile != "" {
		info, err := os.Stat(q.secretFile)
		if err == nil && info.Size() > maxSecret {
			return nil, fmt.Errorf("%s is too large to be a secret", q.secretFile)
		}
		text, err := os.ReadFile(q.secretFile)
		if err != nil {
			return nil, fmt.Errorf("the file of the secret could not be read: %w", err)
		}
		if secret = strings.TrimRight(string(text), "\r\n"); secret == "" {
			return nil, fmt.Errorf("%s is empty", q.secretFile)
		}
	}
	if secret == "" {
		return nil, nil
	}
	return []api.SecretValue{{Value: secret, Replace: true}}, nil
}

// withoutSecret says what helps where a secret of a connection could not be read. The values of extra headers are only in
// the keychain.
func withoutSecret(err error, headers bool) error {
	var f *failed
	if !errors.As(err, &f) {
		return err
	}
	instead := ", or use --secret-file or " + secretVariable + "."
	if headers {
		instead = ". The values of its extra headers can only be read from the keychain."
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
