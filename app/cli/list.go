package main

import (
	"context"
	"strings"
	"text/tabwriter"

	"quarry/app/api"
)

// list returns the saved connections, or the objects of the connection named on the command line, as a table.
func list(ctx context.Context, app *api.API, a *arguments, _ terminal) (string, error) {
	if a.connection == "" {
		return savedConnections(app)
	}
	session, err := open(ctx, app, a)
	if err != nil {
		return "", err
	}
	objects, err := asked(ctx, app, "objects", func(call string) (api.ObjectList, error) {
		return app.Grid.Objects(api.ObjectsRequest{Call: call, Session: session.ID, Also: true})
	})
	if err != nil {
		return "", err
	}
	rows := [][]string{{"NAME", "KIND"}}
	for _, o := range objects.Objects {
		rows = append(rows, []string{o.Name, o.Kind})
	}
	return table(rows), nil
}

func savedConnections(app *api.API) (string, error) {
	saved, err := app.Connections.List(api.ListRequest{})
	if err != nil {
		return "", plain(err)
	}
	rows := [][]string{{"NAME", "DATABASE", "HOST", "PORT", "ID"}}
	for _, c := range saved.Connections {
		rows = append(rows, []string{c.Name, c.Title, c.Host, c.Port, c.ID})
	}
	return table(rows), nil
}

// table returns rows with their columns aligned.
func table(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		_, _ = w.Write([]byte(strings.Join(row, "\t") + "\n"))
	}
	_ = w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}
