package plugin

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// verb processes a response, and reads the values of Send.Pick in the same pass if it can.
type verb func(e *Exec, s *driver.Send, response []byte, o *outcome) error

// verbs are the verbs that this version supports.
var verbs = map[driver.Verb]verb{
	driver.Raw:    raw,
	driver.Rows:   block,
	driver.Pick:   pick,
	driver.Fields: fields,
	driver.Reveal: reveal,
	driver.Keep:   keep,
	driver.Lines:  lines,
}

var verbNames = map[driver.Verb]string{
	driver.Raw: "raw", driver.Rows: "rows", driver.Pick: "pick", driver.Fields: "fields", driver.Lines: "lines",
	driver.Reveal: "reveal", driver.Keep: "keep",
}

func verbName(v driver.Verb) string {
	if name := verbNames[v]; name != "" {
		return name
	}
	return strconv.Itoa(int(v))
}

// rawLimit returns how many bytes of a response the driver may get.
func rawLimit(s *driver.Send) int64 {
	if s.Max > 0 {
		return int64(min(maxRaw, s.Max))
	}
	return maxRaw
}

// raw returns the response itself to the driver.
func raw(_ *Exec, s *driver.Send, response []byte, o *outcome) error {
	if limit := rawLimit(s); int64(len(response)) > limit {
		return &driver.Error{
			Kind: driver.Invalid, Code: driver.CodeTooLarge, Sent: true,
			Message: fmt.Sprintf("The response is %d bytes; the limit is %d.", len(response), limit),
		}
	}
	if len(s.Pick) == 0 && saysJSON(o.reply.Headers) && beginsJSON(response) {
		if err := rows.Whole(response); err != nil {
			return err
		}
	}
	o.reply.Body = response
	return pick(nil, s, response, o)
}

// beginsJSON reports whether a response begins like an object or a list. Anything else, such as a web page, is not a
// truncated response but a wrong one, and the driver gets it.
func beginsJSON(response []byte) bool {
	return len(response) > 0 && (response[0] == '{' || response[0] == '[')
}

// saysJSON reports whether a response's header says that it is JSON. Part of such a response could end in the middle of
// a number, and the driver would not notice.
func saysJSON(headers []driver.Header) bool {
	for _, h := range headers {
		if h.Name == "Content-Type" {
			kind, _, _ := strings.Cut(h.Value, ";")
			return kind == "application/json" || strings.HasSuffix(kind, "+json")
		}
	}
	return false
}

// pick reads single values from the response.
func pick(_ *Exec, s *driver.Send, response []byte, o *outcome) (err error) {
	if len(s.Pick) > 0 {
		o.reply.Picked, err = rows.Pick(response, s.Pick)
	}
	return err
}

// block turns the response into a page block, which is assembled while the driver continues.
func block(e *Exec, s *driver.Send, response []byte, o *outcome) error {
	if e.options.Kernel == nil {
		return &driver.Error{Kind: driver.Invalid, Message: "This operation reads no rows.", Sent: true}
	}
	kernel, err := e.options.Kernel(s.Rows)
	if err != nil {
		return err
	}
	result, err := blockOf(kernel, s, response)
	if err != nil {
		return err
	}
	if s.Rows == nil || !s.Rows.Edges {
		o.block = result
	} else if err := result.Wait(); err != nil {
		return err
	}
	o.reply.Rows, o.reply.First, o.reply.Last, o.reply.Picked = result.Rows, result.First, result.Last, result.Picked
	o.reply.Keys = result.Keys
	return nil
}

// blockOf reads rows and picks in one pass; picks inside the rows need a second one.
func blockOf(kernel *rows.Kernel, s *driver.Send, response []byte) (*rows.Result, error) {
	with, err := kernel.With(s.Pick)
	if err == nil {
		return with.BeginSealed(response, s.Seal)
	}
	if !errors.Is(err, rows.ErrBelowRows) {
		return nil, err
	}
	result, err := kernel.BeginSealed(response, s.Seal)
	if err == nil {
		result.Picked, err = rows.Pick(response, s.Pick)
	}
	return result, err
}

// fields walks a schema and returns its records to the driver.
func fields(_ *Exec, s *driver.Send, response []byte, o *outcome) error {
	specs := make([]rows.FieldsSpec, len(s.Walk))
	for i, w := range s.Walk {
		specs[i] = rows.FieldsSpec{At: w.At, Through: w.Through, Sub: w.Sub, Name: w.Name, Keys: w.Keys, Rest: w.Rest}
	}
	records, err := rows.Fields(response, specs, s.Pick...)
	if err != nil {
		return err
	}
	o.records = records
	o.reply.Walked, o.reply.Picked = walked(records.List, s.Walk), records.Picked
	return nil
}
