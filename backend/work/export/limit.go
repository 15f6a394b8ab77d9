package export

import (
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
)

// limited passes on the first rows and drops the rest: a driver's last response can contain more than are wanted.
type limited struct {
	to   plugin.Sink
	left int64
}

// Row implements [plugin.Sink].
func (l *limited) Row(row rows.Entry, doc string) error {
	if l.left == 0 {
		return nil
	}
	l.left--
	return l.to.Row(row, doc)
}
