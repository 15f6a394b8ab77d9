package cases

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver/laws/exact"
)

// reader reads a case file into Go values. Each member of a struct names its key in a tag: `case:"name"`, or
// `case:"name,may"` if it is optional.
type reader struct {
	file, text string
	open       bool
}

// custom is a value that parses itself.
type custom interface {
	read(r *reader, v *exact.Value) error
}

// fail returns an error with a position.
func (r *reader) fail(at int, format string, args ...any) error {
	line, column := exact.Position(r.text, at)
	return fmt.Errorf("%s:%d:%d: %s", r.file, line, column, fmt.Sprintf(format, args...))
}

// whole parses the whole file.
func (r *reader) whole(c *Case) error {
	v, err := exact.Parse(r.text)
	var syntax *exact.SyntaxError
	if errors.As(err, &syntax) {
		return r.fail(syntax.At, "this is no JSON: %s", syntax.What)
	}
	if err := r.into(v, reflect.ValueOf(c).Elem(), "a case"); err != nil {
		return err
	}
	return c.check(r, v)
}

var kindNames = map[exact.Kind]string{
	exact.Null: "null", exact.Bool: "true or false", exact.Number: "a number", exact.String: "a text", exact.Array: "a list", exact.Object: "an object",
}

// into reads v into a Go value; what is its name in errors.
func (r *reader) into(v *exact.Value, to reflect.Value, what string) error {
	if own, ok := to.Addr().Interface().(custom); ok {
		return own.read(r, v)
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return r.into(v, to.Elem(), what)
	case reflect.Struct:
		return r.members(v, to, what)
	case reflect.Slice:
		return r.items(v, to, what)
	}
	return r.plain(v, to, what)
}

func (r *reader) plain(v *exact.Value, to reflect.Value, what string) error {
	switch to.Kind() {
	case reflect.String:
		text, err := r.string(v, what)
		to.SetString(text)
		return err
	case reflect.Bool:
		if v.Kind != exact.Bool {
			return r.wrong(v, what, exact.Bool)
		}
		to.SetBool(v.Raw == "true")
		return nil
	case reflect.Int64:
		n, err := strconv.ParseInt(v.Raw, 10, 64)
		if v.Kind != exact.Number || err != nil {
			return r.fail(v.At, "%s must be a whole number, this is %s", what, v.Raw)
		}
		to.SetInt(n)
		return nil
	}
	return r.fail(v.At, "%s cannot be read", what)
}

func (r *reader) wrong(v *exact.Value, what string, want exact.Kind) error {
	return r.fail(v.At, "%s must be %s, this is %s", what, kindNames[want], kindNames[v.Kind])
}

// string reads a string, which cannot contain an unpaired surrogate.
func (r *reader) string(v *exact.Value, what string) (string, error) {
	if v.Kind != exact.String {
		return "", r.wrong(v, what, exact.String)
	}
	text, whole := v.Text()
	if !whole {
		return "", r.fail(v.At, "%s holds half of a surrogate pair, which no text can hold; write a body as raw JSON", what)
	}
	return text, nil
}

func (r *reader) items(v *exact.Value, to reflect.Value, what string) error {
	if v.Kind != exact.Array {
		return r.wrong(v, what, exact.Array)
	}
	list := reflect.MakeSlice(to.Type(), len(v.Items), len(v.Items))
	for i, item := range v.Items {
		if err := r.into(item, list.Index(i), what+"["+strconv.Itoa(i)+"]"); err != nil {
			return err
		}
	}
	to.Set(list)
	return nil
}

func (r *reader) members(v *exact.Value, to reflect.Value, what string) error {
	if v.Kind != exact.Object {
		return r.wrong(v, what, exact.Object)
	}
	names, must := fieldsOf(to.Type())
	for i, key := range v.Keys {
		n := slices.Index(names, key.Name)
		if n < 0 || key.Name == "" {
			return r.fail(key.At, "%s has no member %q; it can have %s", what, key.Name, strings.Join(known(names), ", "))
		}
		if slices.ContainsFunc(v.Keys[:i], func(k exact.Key) bool { return k.Name == key.Name }) {
			return r.fail(key.At, "%q stands here twice", key.Name)
		}
		if err := r.into(v.Items[i], to.Field(n), key.Name); err != nil {
			return err
		}
		must[n] = false
	}
	for n, missing := range must {
		if missing {
			return r.fail(v.At, "%s lacks %q", what, names[n])
		}
	}
	if own, ok := to.Addr().Interface().(interface{ placed(v *exact.Value) }); ok {
		own.placed(v)
	}
	return nil
}

// fieldsOf returns, for each field of a struct, its name in a file, "" for none, and whether it is required.
func fieldsOf(t reflect.Type) (names []string, must []bool) {
	for i := range t.NumField() {
		name, rest, _ := strings.Cut(t.Field(i).Tag.Get("case"), ",")
		names, must = append(names, name), append(must, name != "" && rest == "")
	}
	return names, must
}

func known(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
}
