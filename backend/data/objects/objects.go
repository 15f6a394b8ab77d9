// Package objects lists what can be opened over a connection, counts it and looks up names.
package objects

import (
	"context"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// List lists the connection's objects; if also is true, it includes those that refer to others, such as aliases. It
// leaves out notices that the server already sent when the connection was opened.
func List(ctx context.Context, s *session.Session, also bool) (*driver.ObjectList, error) {
	list, err := session.Run[driver.ObjectList](ctx, s, driver.OpObjects, &driver.ObjectsArgs{Also: also}, nil)
	if err != nil {
		return nil, err
	}
	list.Notices = s.Unsaid(list.Notices)
	return list, nil
}

// Counts counts the documents of the named objects.
func Counts(ctx context.Context, s *session.Session, names []string) ([]driver.Counted, error) {
	counts, err := session.Run[driver.Counts](ctx, s, driver.OpCount, &driver.CountArgs{Objects: names}, nil)
	if err != nil {
		return nil, err
	}
	return counts.Counts, nil
}

// Resolve looks up a name that the user typed. The error is of kind Unsupported if the driver cannot open objects by
// name.
func Resolve(ctx context.Context, s *session.Session, name string) (*driver.Object, error) {
	if !s.Can(driver.OpResolve) {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "This driver cannot open objects by name. Choose one in the sidebar."}
	}
	return session.Run[driver.Object](ctx, s, driver.OpResolve, &driver.ResolveArgs{Name: name}, nil)
}
