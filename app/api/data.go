package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"quarry/drivers/driver"
)

// aboutHeader describes the bytes of a response: JSON, percent-encoded because a header is ASCII.
const aboutHeader = "X-Quarry-About"

// respond sends the bytes that read returns, with a header that describes them. Calls.Cancel can cancel it by the id in
// the query's call, since the page cannot cancel the window's own requests.
func respond[T any](w http.ResponseWriter, r *http.Request, calls *Calls, read func(context.Context) (T, []byte, error)) {
	ctx, end, err := calls.begin(r.URL.Query().Get("call"))
	if err != nil {
		writeFailure(w, http.StatusUnprocessableEntity, err)
		return
	}
	defer end()
	defer context.AfterFunc(r.Context(), end)()
	about, data, err := read(ctx)
	if err != nil {
		writeFailure(w, http.StatusUnprocessableEntity, err)
		return
	}
	writeData(w, about, data)
}

// writeData responds with bytes and a header that describes them.
func writeData(w http.ResponseWriter, described any, data []byte) {
	about, err := json.Marshal(described)
	if err != nil {
		writeFailure(w, http.StatusInternalServerError, err)
		return
	}
	w.Header().Set(aboutHeader, url.PathEscape(string(about)))
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data)
}

// recovered turns a panic of the handler into an error response: in the window, it would end the application.
func recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				writeFailure(w, http.StatusInternalServerError, &driver.Error{
					Kind: driver.Crashed, Message: "Internal error in Quarry.", Detail: fmt.Sprint(p),
				})
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func writeFailure(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(failure(err))
}
