package main

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"reflect"
	"strings"

	"quarry/app/api"
)

// maxRequest is the maximum size of a request, in bytes.
const maxRequest = 32 << 20

// tokenHeader carries the token, which every request needs except those for the page's own files.
const tokenHeader = "X-Quarry-Token"

// csp is the content-security policy of the page, the same as in the window.
const csp = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; object-src 'none'; base-uri 'none'; frame-src 'none'"

func newToken() (string, error) {
	b := make([]byte, 24)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// handler serves the page, the bound methods and the data of one application.
type handler struct {
	token   string
	address string
	methods map[string]reflect.Value
	data    http.Handler
	files   http.Handler
}

func newHandler(app *api.API, token, address string, assets fs.FS) http.Handler {
	dist, err := fs.Sub(assets, "dist")
	if err != nil {
		dist = assets
	}
	h := &handler{
		token: token, address: address, methods: methodsOf(app.Bound()), data: app.Data(),
		files: http.FileServerFS(dist),
	}
	return h
}

// methodsOf returns every exported method of the bound structs as "Struct.Method".
func methodsOf(bound []any) map[string]reflect.Value {
	methods := make(map[string]reflect.Value)
	for _, b := range bound {
		v := reflect.ValueOf(b)
		t := v.Type()
		for i := range t.NumMethod() {
			m := t.Method(i)
			if v.Method(i).Type().NumIn() == 1 && v.Method(i).Type().NumOut() == 2 {
				methods[t.Elem().Name()+"."+m.Name] = v.Method(i)
			}
		}
	}
	return methods
}

// ServeHTTP requires the connection's own Host, no foreign Origin, and the token; only the page's own files are served
// without the token, since they contain nothing of the user's.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", csp)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Referrer-Policy", "no-referrer")
	if !h.sameOrigin(r) {
		http.Error(w, "only pages of this address may call it", http.StatusForbidden)
		return
	}
	switch {
	case strings.HasPrefix(r.URL.Path, "/call/"):
		h.authorised(w, r, h.call)
	case strings.HasPrefix(r.URL.Path, "/data/"):
		h.authorised(w, r, h.data.ServeHTTP)
	case r.URL.Path == "/" && !h.hasToken(r):
		http.Error(w, "open the address that the command printed, token included", http.StatusUnauthorized)
	default:
		h.files.ServeHTTP(w, r)
	}
}

func (h *handler) sameOrigin(r *http.Request) bool {
	if r.Host != h.address {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+h.address
}

func (h *handler) hasToken(r *http.Request) bool {
	given := r.Header.Get(tokenHeader)
	if given == "" {
		given = r.URL.Query().Get("token")
	}
	return subtle.ConstantTimeCompare([]byte(given), []byte(h.token)) == 1
}

func (h *handler) authorised(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) {
	if !h.hasToken(r) {
		http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
		return
	}
	next(w, r)
}

// call responds to POST /call/<Struct>.<Method> whose body is a JSON array of the method's arguments.
func (h *handler) call(w http.ResponseWriter, r *http.Request) {
	method, ok := h.methods[strings.TrimPrefix(r.URL.Path, "/call/")]
	if !ok {
		http.Error(w, "unknown method", http.StatusNotFound)
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "call methods with POST", http.StatusMethodNotAllowed)
		return
	}
	arg := reflect.New(method.Type().In(0))
	if err := readArgument(http.MaxBytesReader(w, r.Body, maxRequest), arg.Interface()); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	out := method.Call([]reflect.Value{arg.Elem()})
	w.Header().Set("Content-Type", "application/json")
	if err, failed := out[1].Interface().(error); failed {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, err.Error())
		return
	}
	_ = json.NewEncoder(w).Encode(out[0].Interface())
}

func readArgument(body io.Reader, into any) error {
	var args []json.RawMessage
	if err := json.NewDecoder(body).Decode(&args); err != nil {
		return fmt.Errorf("read the arguments: %w", err)
	}
	if len(args) != 1 {
		return errors.New("a method takes one argument in an array")
	}
	decoder := json.NewDecoder(strings.NewReader(string(args[0])))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("read the argument: %w", err)
	}
	return nil
}
