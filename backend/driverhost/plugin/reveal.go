package plugin

import (
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// reveal keeps a value of the response, or the whole response, for the screen. The driver gets its number, never the
// text.
func reveal(_ *Exec, s *driver.Send, response []byte, o *outcome) error {
	values, err := rows.Pick(response, append([]string{s.Reveal}, s.Pick...))
	if err != nil {
		return err
	}
	if values[0] == "" {
		return &driver.Error{Kind: driver.Engine, Message: "The response has no " + s.Reveal + ".", Sent: true}
	}
	o.shown = values[0]
	o.reply.Picked = values[1:]
	return nil
}

// Shown returns the raw JSON with that number from a reply of the verb reveal; "" if there is none.
func (e *Exec) Shown(number int) string {
	if number < 1 || number > len(e.shown) {
		return ""
	}
	return e.shown[number-1]
}
