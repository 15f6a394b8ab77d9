package save

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

const (
	hiddenFields    = "You cannot see every field of these documents, so Quarry does not write them whole. "
	hiddenDocuments = "You cannot see every document of this index, so Quarry does not write its documents whole. "
	hiddenUnknown   = "Quarry cannot find out whether you can see every field of these documents, so it does not write them whole. "
	hiddenUpdate    = "Elasticsearch refuses a partial update from a user who cannot see everything in an index."
)

// privileges requests what the user may do (Get user privileges API). Every user may ask for it.
func privileges() driver.Send {
	return driver.Send{
		Request: es.Get("/_security/user/_privileges", "filter_path=indices.names,indices.privileges,indices.field_security,indices.query", "save"),
		Verb:    driver.Pick, Pick: []string{"indices"},
	}
}

// restrictions are the privileges of the user by index patterns. They are empty where security is off.
type restrictions struct {
	groups  []privilegeGroup
	unknown bool // security is on, and the server does not say: an API key with role descriptors may not ask
}

type privilegeGroup struct {
	names     []string
	reads     bool // it lets the user read
	fields    bool // it hides fields (Field level security)
	documents bool // it hides documents (Document level security)
}

// restrictionsOf reads a reply. A server that could not respond is an error: without its response, writing a document
// whole could remove fields that the user cannot see.
func restrictionsOf(send *driver.Send, r *driver.Reply) (*restrictions, *driver.Error) {
	switch {
	case r.Err != nil:
		return nil, r.Err
	case r.Status == 429 || r.Status >= 500 && r.Status != 501: // 501: it has no such API
		return nil, es.ErrorOf(&send.Request, r)
	case !r.OK():
		return &restrictions{unknown: !withoutSecurity(r)}, nil
	}
	if r.Picked[0] == "" { // a user who may write an index has privileges for it
		return &restrictions{unknown: true}, nil
	}
	all := &restrictions{}
	jx.Items(r.Picked[0], func(item string) bool {
		granted := es.StringsAt(item, "privileges")
		all.groups = append(all.groups, privilegeGroup{
			names: es.StringsAt(item, "names"), reads: slices.Contains(granted, "all") || slices.Contains(granted, "read"),
			fields: hidesFields(item), documents: len(es.StringsAt(item, "query")) > 0,
		})
		return true
	})
	return all, nil
}

// withoutSecurity reports whether an error is that of a server without the security API: 404 or 405 for a route that it takes
// for an index, or 400 with a text in place of an exception.
func withoutSecurity(r *driver.Reply) bool {
	if r.Status != 400 {
		return r.Status == 404 || r.Status == 405 || r.Status == 501
	}
	types := strings.TrimSpace(errorTypes(string(r.Body)))
	return types == "" || strings.Contains(types, "invalid_index_name_exception")
}

// licence requests the type of the server's licence (Get license API). No user of a basic one has restrictions: with it, the
// server refuses roles that hide fields or documents.
func licence() driver.Send {
	return driver.Send{Request: es.Get("/_license", "filter_path=license.type", "save"), Verb: driver.Pick, Pick: []string{"license.type"}}
}

// hidesFields reports whether a group hides fields. Of several definitions one without a limit is enough to see all.
func hidesFields(group string) bool {
	definitions, _ := jx.Get(group, "field_security")
	hides := false
	jx.Items(definitions, func(item string) bool {
		granted := es.StringsAt(item, "grant")
		hides = len(es.StringsAt(item, "except")) > 0 || len(granted) > 0 && !slices.Contains(granted, "*")
		return hides
	})
	return hides
}

// of says what the user cannot see in an index, as the reason why its documents are not written whole; "" if the user
// sees everything. What one group hides may be visible through another one that lets the user read.
func (all *restrictions) of(index string) string {
	if all.unknown {
		return hiddenUnknown
	}
	fields, documents := false, false
	everyField, everyDocument := false, false
	for i := range all.groups {
		group := &all.groups[i]
		if !group.covers(index) && !group.covers(es.StreamOf(index)) {
			continue
		}
		fields, documents = fields || group.fields, documents || group.documents
		everyField = everyField || group.reads && !group.fields
		everyDocument = everyDocument || group.reads && !group.documents
	}
	switch {
	case fields && !everyField:
		return hiddenFields
	case documents && !everyDocument:
		return hiddenDocuments
	}
	return ""
}

func (g *privilegeGroup) covers(index string) bool {
	return slices.ContainsFunc(g.names, func(pattern string) bool { return namePattern(pattern, index) })
}

// namePattern reports whether a pattern of a role matches a name (Defining roles, "Indices privileges"): * stands for any
// text, ? for one character. A regular expression, which begins with a slash, is taken to match.
func namePattern(pattern, name string) bool {
	if strings.HasPrefix(pattern, "/") {
		return true
	}
	rest, back, star := 0, 0, -1 // star is where the pattern continues after its last star, back the end of the text that the star stands for
	at := 0
	for at < len(name) {
		switch {
		case rest < len(pattern) && pattern[rest] == '*':
			rest++
			star, back = rest, at
		case rest < len(pattern) && (pattern[rest] == '?' || pattern[rest] == name[at]):
			rest, at = rest+1, at+1
		case star >= 0:
			back++
			rest, at = star, back
		default:
			return false
		}
	}
	return strings.Trim(pattern[rest:], "*") == ""
}
