package typesense

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// key is an API key.
type key struct {
	id                   int
	description, value   string
	actions, collections []string
	expires              uint64
	autodelete           bool
}

// neverExpires is when a key expires that does not.
const neverExpires = 64723363199

func (k *key) describe() object {
	return object{
		"actions": k.actions, "autodelete": k.autodelete, "collections": k.collections, "description": k.description,
		"expires_at": k.expires, "id": k.id,
	}
}

func (k *key) withPrefix() object {
	o := k.describe()
	o["value_prefix"] = k.value[:min(4, len(k.value))]
	return o
}

func (e *Engine) listKeys(*request) (response, *failure) {
	list := make([]any, 0, len(e.keys))
	sorted := slices.Clone(e.keys)
	slices.SortFunc(sorted, func(a, b *key) int { return strings.Compare(strconv.Itoa(a.id), strconv.Itoa(b.id)) })
	for _, k := range sorted {
		list = append(list, k.withPrefix())
	}
	return ok(object{"keys": list}), nil
}

func (e *Engine) createKey(q *request) (response, *failure) {
	o, fail := q.object()
	if fail != nil {
		return response{}, fail
	}
	k, fail := readKey(o)
	if fail != nil {
		return response{}, fail
	}
	if k.value == "" {
		k.value = e.newKey()
	}
	if slices.ContainsFunc(e.keys, func(each *key) bool { return each.value == k.value }) || k.value == e.key {
		return response{}, failed(http.StatusConflict, "API key generation conflict.")
	}
	k.id = e.nextKey
	e.nextKey++
	e.keys = append(e.keys, k)
	answer := k.describe()
	answer["value"] = k.value
	return created(answer), nil
}

func readKey(o object) (*key, *failure) {
	k := &key{expires: neverExpires}
	for _, name := range []string{"description", "actions", "collections"} {
		if _, given := o[name]; !given {
			return nil, invalid("Could not find a `%s` key.", name)
		}
	}
	k.description, _ = o["description"].(string)
	for name, into := range map[string]*[]string{"actions": &k.actions, "collections": &k.collections} {
		*into = textsOf(o[name])
		if list, _ := o[name].([]any); len(*into) == 0 || len(*into) != len(list) {
			return nil, invalid("Wrong format for `%s`. It should be an array of string.", name)
		}
	}
	if v, given := o["value"]; given {
		text, isText := v.(string)
		if !isText {
			return nil, invalid("Key value must be a string.")
		}
		k.value = text
	}
	if v, given := o["expires_at"]; given {
		n, isNumber := v.(int64)
		if !isNumber || n < 0 {
			return nil, invalid("Wrong format for `expires_at`. It should be an unsigned integer.")
		}
		k.expires = uint64(n)
	}
	k.autodelete, _ = o["autodelete"].(bool)
	return k, nil
}

func (e *Engine) keyOf(q *request) (*key, *failure) {
	n, err := strconv.Atoi(q.names["id"])
	if err != nil {
		return nil, invalid("Bad request.")
	}
	if i := slices.IndexFunc(e.keys, func(k *key) bool { return k.id == n }); i >= 0 {
		return e.keys[i], nil
	}
	return nil, failed(http.StatusNotFound, "Not found.")
}

func (e *Engine) getKey(q *request) (response, *failure) {
	if _, err := strconv.Atoi(q.names["id"]); err != nil {
		return response{}, neverAnswered("never answers the id of a key that is not a number")
	}
	k, fail := e.keyOf(q)
	if fail != nil {
		return response{}, fail
	}
	return ok(k.withPrefix()), nil
}

func (e *Engine) deleteKey(q *request) (response, *failure) {
	k, fail := e.keyOf(q)
	if fail != nil {
		return response{}, fail
	}
	e.keys = slices.DeleteFunc(e.keys, func(each *key) bool { return each == k })
	return ok(object{"id": k.id}), nil
}

// authorize checks that a key allows a route. A multi search needs the right to search in each of its collections.
func (e *Engine) authorize(r *route, q *request) *failure {
	action := r.action()
	if r.path != "multi_search" {
		return e.allow(q, q.key, action, e.guarded(r, q))
	}
	v, _ := readJSON(q.body)
	body, _ := v.(object)
	searches, _ := body["searches"].([]any)
	if len(searches) == 0 {
		return e.allow(q, q.key, action, "")
	}
	for _, each := range searches {
		o, _ := each.(object)
		name, named := o["collection"].(string)
		if !named {
			name = q.params["collection"]
		}
		value := q.key
		if own, given := o["x-typesense-api-key"].(string); given && value == "" {
			value = own
		}
		if fail := e.allow(q, value, action, name); fail != nil {
			return fail
		}
	}
	return nil
}

// guarded is the collection whose name a key must allow.
func (e *Engine) guarded(r *route, q *request) string {
	if r.path == "collections" && r.method == http.MethodPost {
		v, _ := readJSON(q.body)
		body, _ := v.(object)
		name, _ := body["name"].(string)
		return name
	}
	return q.names["collection"]
}

func (e *Engine) allow(q *request, value, action, name string) *failure {
	switch {
	case value == "":
		return forbidden()
	case value == e.key:
		q.embedded = append(q.embedded, nil)
		return nil
	}
	for _, k := range e.keys {
		if k.value == value {
			if !e.permits(k, action, name) {
				return forbidden()
			}
			q.embedded = append(q.embedded, nil)
			return nil
		}
	}
	if action == "documents:search" {
		if embedded := e.scoped(value, name); embedded != nil {
			q.embedded = append(q.embedded, embedded)
			return nil
		}
	}
	return forbidden()
}

// permits reports whether a key that has not expired has a right in a collection.
func (e *Engine) permits(k *key, action, name string) bool {
	if e.expired(k.expires) {
		return false
	}
	resource, _, _ := strings.Cut(action, ":")
	return slices.ContainsFunc(k.actions, func(each string) bool { return each == "*" || each == action || each == resource+":*" }) &&
		(name == "" || k.reaches(name))
}

func (e *Engine) expired(at uint64) bool {
	return e.clock().Unix() > int64(min(at, 1<<62))
}

// reaches reports whether one of the key's names or patterns is that of a collection.
func (k *key) reaches(name string) bool {
	return slices.ContainsFunc(k.collections, func(each string) bool {
		if each == "*" || each == name {
			return true
		}
		pattern, err := regexp.Compile("^(?:" + each + ")$")
		return err == nil && pattern.MatchString(name)
	})
}

// allows reports whether a list of collections may show one to the owner of a key. Old servers show all.
func (e *Engine) allows(value, name string) bool {
	for _, k := range e.keys {
		if k.value == value && e.release.major >= 29 {
			return k.reaches(name)
		}
	}
	return true
}

const (
	digestLength = 44 // of the digest in a scoped key
	prefixLength = 4  // of the value of its parent
)

// scoped returns the parameters in a scoped key, or nil if it is not valid. It is made from a key that can only search:
// base64(base64(HMAC-SHA256(parent, parameters)) + the first characters of the parent + parameters).
func (e *Engine) scoped(value, name string) object {
	text, err := base64.StdEncoding.DecodeString(value)
	if err != nil || len(text) < digestLength+prefixLength {
		return nil
	}
	digest, prefix, params := string(text[:digestLength]), string(text[digestLength:digestLength+prefixLength]), text[digestLength+prefixLength:]
	for _, k := range e.keys {
		if !strings.HasPrefix(k.value, prefix) || len(k.actions) != 1 || k.actions[0] != "documents:search" || !e.permits(k, "documents:search", name) {
			continue
		}
		mac := hmac.New(sha256.New, []byte(k.value))
		mac.Write(params)
		if base64.StdEncoding.EncodeToString(mac.Sum(nil)) != digest {
			continue
		}
		v, err := readJSON(string(params))
		embedded, isObject := v.(object)
		if err != nil || !isObject {
			return nil
		}
		if at, limited := embedded["expires_at"].(int64); limited && e.expired(uint64(max(at, 0))) {
			return nil
		}
		return embedded
	}
	return nil
}
