package main

import (
	"context"
	"fmt"
	"strings"

	"quarry/app/api"
)

// open opens the saved connection named on the command line.
func open(ctx context.Context, app *api.API, a *arguments) (api.SessionInfo, error) {
	c, err := find(app, a.connection)
	if err != nil {
		return api.SessionInfo{}, err
	}
	known, err := app.SecretsOf(ctx, c.ID)
	if err != nil {
		return api.SessionInfo{}, plain(err)
	}
	given, err := a.secrets(known)
	if err != nil {
		return api.SessionInfo{}, err
	}
	session, err := asked(ctx, app, "connect", func(call string) (api.SessionInfo, error) {
		return app.Connections.Open(api.ConnectRequest{Call: call, ID: c.ID, Secrets: given})
	})
	if err != nil {
		return session, withoutSecret(err, known)
	}
	if session.ID == "" {
		return session, fmt.Errorf("%s. %s", session.Warning.Title, session.Warning.Text)
	}
	return session, nil
}

// find returns a saved connection by id or name. Case only matters if two names differ in nothing else.
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
	return api.Connection{}, fmt.Errorf("no connection is named %q. Save it in Quarry first; quarry-cli list prints the saved connections", name)
}

func ids(connections []api.Connection) string {
	var list []string
	for _, c := range connections {
		list = append(list, c.ID)
	}
	return strings.Join(list, ", ")
}
