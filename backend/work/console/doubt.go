package console

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
)

const doubt = "The server may or may not have carried out this request. Check what it would have changed before sending it again."

// doubtful adds a warning to the error of a write that was sent but got no full response: it may have taken effect.
func doubtful(err error, p *Plan) error {
	var onTheWay *transport.Error
	var unkept *driver.Error
	switch {
	case !p.Write:
	case errors.As(err, &onTheWay) && onTheWay.Sent:
		known := *onTheWay
		known.Hint = doubt
		return &known
	case errors.As(err, &unkept) && unkept.Sent:
		known := *unkept
		known.Hint = doubt
		return &known
	}
	return err
}

// unkept returns the error for a response that arrived but could not be stored. An error about an incomplete response
// is returned unchanged.
func unkept(err error) error {
	var onTheWay *transport.Error
	var known *driver.Error
	if errors.As(err, &onTheWay) || errors.As(err, &known) && known.Sent {
		return err
	}
	cause := err
	var system *fs.PathError
	if errors.As(err, &system) {
		cause = system.Err
	}
	return &driver.Error{Kind: driver.Engine, Message: fmt.Sprintf("Quarry could not keep the response: %v.", cause), Detail: err.Error(), Sent: true}
}

// maxPage is how many bytes of a response are examined to find out who sent it.
const maxPage = 64 << 10

// doubted checks whether something else than the engine responded to a write: a gateway that got no response does not
// know what happened to the request.
func (a *Response) doubted(s *session.Session, p *Plan) error {
	if !p.Write || a.Status >= http.StatusBadRequest && a.Status < http.StatusInternalServerError {
		return nil
	}
	start, err := s.Shelf().Range(a.Number, 0, maxPage)
	if err != nil {
		return err
	}
	words, page := gateway.Answer(a.Status, string(start))
	switch {
	case page:
		a.Doubt = words.Message + " " + doubt
	case a.Status == http.StatusBadGateway, a.Status == http.StatusGatewayTimeout:
		a.Doubt = doubt
	}
	return nil
}
