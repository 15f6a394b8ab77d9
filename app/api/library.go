package api

import "context"

// GroupRequest names a group of connections. To is its new name, or the group to put it before ("" for the end);
// Collapsed is whether its connections are hidden.
type GroupRequest struct {
	Call      string `json:"call"`
	Group     string `json:"group"`
	To        string `json:"to"`
	Collapsed bool   `json:"collapsed"`
}

func (c *Connections) changed(id string, change func() error) (Nothing, error) {
	return call(c.calls, id, func(context.Context) (Nothing, error) { return Nothing{}, change() })
}

// AddGroup adds an empty group.
func (c *Connections) AddGroup(q GroupRequest) (Nothing, error) {
	return c.changed(q.Call, func() error { return c.store.AddGroup(q.Group) })
}

// RenameGroup renames a group.
func (c *Connections) RenameGroup(q GroupRequest) (Nothing, error) {
	return c.changed(q.Call, func() error { return c.store.RenameGroup(q.Group, q.To) })
}

// DeleteGroup deletes a group but not its connections.
func (c *Connections) DeleteGroup(q GroupRequest) (Nothing, error) {
	return c.changed(q.Call, func() error { return c.store.DeleteGroup(q.Group) })
}

// CollapseGroup saves whether a group is collapsed.
func (c *Connections) CollapseGroup(q GroupRequest) (Nothing, error) {
	return c.changed(q.Call, func() error { return c.store.CollapseGroup(q.Group, q.Collapsed) })
}

// MoveGroup moves a group before another one.
func (c *Connections) MoveGroup(q GroupRequest) (Nothing, error) {
	return c.changed(q.Call, func() error { return c.store.MoveGroup(q.Group, q.To) })
}

// MoveRequest moves a connection into a group ("" for none), before another connection ("" for the end).
type MoveRequest struct {
	Call   string `json:"call"`
	ID     string `json:"id"`
	Group  string `json:"group"`
	Before string `json:"before"`
}

// Move moves a connection. A group that does not exist is created.
func (c *Connections) Move(q MoveRequest) (Nothing, error) {
	return c.changed(q.Call, func() error { return c.store.Move(q.ID, q.Group, q.Before) })
}

// MarkRequest carries the colour and the tags of a connection.
type MarkRequest struct {
	Call   string   `json:"call"`
	ID     string   `json:"id"`
	Colour string   `json:"colour"`
	Tags   []string `json:"tags"`
}

// Mark sets the colour and the tags of a connection.
func (c *Connections) Mark(q MarkRequest) (Nothing, error) {
	return c.changed(q.Call, func() error { return c.store.Mark(q.ID, q.Colour, q.Tags) })
}

// DuplicateRequest names the connection to copy. WithoutSecrets makes a copy that asks for its secrets again, for when
// the credential store cannot be used.
type DuplicateRequest struct {
	Call           string `json:"call"`
	ID             string `json:"id"`
	WithoutSecrets bool   `json:"withoutSecrets"`
}

// Duplicate copies a connection with its secrets.
func (c *Connections) Duplicate(q DuplicateRequest) (Connection, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (Connection, error) {
		twin, err := c.store.Duplicate(ctx, q.ID, q.WithoutSecrets)
		if err != nil {
			return Connection{}, err
		}
		return c.shown(ctx, twin), nil
	})
}
