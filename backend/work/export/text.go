package export

import (
	"bytes"
	"context"
	"sync"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/session"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// MaxText is the maximum size, in bytes, of a text that Text returns.
const MaxText = 10 << 20

var errLong = &driver.Error{
	Kind: driver.Invalid, Code: driver.CodeTooLarge, Message: "These rows are larger than 10 MB, too much for the clipboard.",
	Hint: "Select fewer rows, or export them to a file.",
}

// memory is a sink that holds the text.
type memory struct {
	mu        sync.Mutex
	text      bytes.Buffer
	formatter formatter
	written   int64
}

// Row implements [plugin.Sink].
func (m *memory) Row(row rows.Entry, doc string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.formatter.row(row, doc); err != nil {
		return err
	}
	m.written++
	if m.text.Len() > MaxText {
		return errLong
	}
	return nil
}

// Text returns documents as in a file with these options, complete or not at all.
func Text(ctx context.Context, s *session.Session, from Source, options Options) (string, error) {
	if !s.Can(driver.OpExport) {
		return "", errCannot
	}
	if err := options.check(); err != nil {
		return "", err
	}
	m := &memory{}
	m.formatter = newFormatter(&m.text, &options, func() {})
	sink, sieve := sifted(m, from.Selected)
	exec := s.Exec(plugin.ExecOptions{Sink: sink})
	args := &driver.ExportArgs{Object: from.Object, View: from.View, Slices: from.Slices}
	result, err := session.Alone[driver.Exported](ctx, s, driver.OpExport, args, exec)
	if err != nil {
		return "", err
	}
	if err := sieve.verified(m.written, result, s.Manifest.Nouns.Rows); err != nil {
		return "", err
	}
	if err := m.formatter.flush(true); err != nil {
		return "", err
	}
	return m.text.String(), nil
}

// Curl returns the command line that sends a bulk body, without the credential.
func Curl(s *session.Session, bulk string) string {
	to := &s.Server().Bulk
	return requestlog.Curl(s.Base(), to.Method, to.Path, "", to.ContentType, bulk)
}
