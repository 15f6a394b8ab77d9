package elasticsearch

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// The settings that say how an index stores its documents. Indices of versions before 9.2 keep vectors in them unless
// their settings say otherwise.
const (
	settingMode    = "index.mode"
	settingSource  = "index.mapping.source.mode"
	settingVectors = "index.mapping.exclude_source_vectors"
	settingCreated = "index.version.created"
	settingNoSeq   = "index.disable_sequence_numbers"
	vectorsApart   = 9_030_000 // index versions of 9.0 are lower, of 9.2 higher
)

// sourceSettings returns the request for these settings.
func sourceSettings(object string) driver.Send {
	names := strings.Join([]string{settingMode, settingSource, settingVectors, settingCreated, settingNoSeq}, ",")
	return driver.Send{
		Request: es.Get(es.Path(object, "_settings")+"/"+names, "flat_settings=true", "columns"),
		Verb:    driver.Fields, Walk: []driver.FieldSpec{{Keys: []string{"settings"}}},
	}
}

// source is how an index stores its documents.
type source struct {
	index    string
	mapping  string // the mapping's _source
	settings string // "" if they are unknown
}

type sources []source

// sourcesOf joins the mappings' _source, in the order of the names, with the settings; those are missing if the version
// does not need them or the user has no permission to read them.
func sourcesOf(names []string, picked string, settings []driver.Reply) sources {
	all := make(sources, len(names))
	for i := range names {
		all[i].index = names[i]
	}
	n := 0
	jx.Items(picked, func(item string) bool {
		if n < len(all) {
			all[n].mapping = item
		}
		n++
		return true
	})
	if len(settings) == 0 || settings[0].Err != nil || !settings[0].OK() {
		return all
	}
	at := make(map[string]int, len(names))
	for i, name := range names {
		at[name] = i
	}
	settings[0].EachRecord(func(_ int, rec *driver.Record) {
		if i, known := at[rec.Name]; known {
			all[i].settings = rec.Attrs[0]
		}
	})
	return all
}

// readOnly returns why the documents of some of the indices cannot be edited, "" if all can.
func (all sources) readOnly() string {
	for i := range all {
		if reason := all[i].readOnly(); reason != "" {
			return reason
		}
	}
	return ""
}

// readOnly returns why the documents of an index cannot be edited: its source is off, filtered or rebuilt (Mapping,
// "_source field"), or nothing distinguishes one revision of a document from another.
func (s *source) readOnly() string {
	switch {
	case s.off():
		return s.index + " stores no source"
	case s.synthetic():
		return s.index + " rebuilds its source, so what you write is not what it stores."
	case jx.Text(s.settings, settingNoSeq) == "true":
		return s.index + " has no sequence numbers, so a change made by someone else would be overwritten unnoticed."
	}
	left := strings.Join(es.StringsAt(s.mapping, "excludes"), ", ")
	if kept := es.StringsAt(s.mapping, "includes"); left == "" && len(kept) > 0 {
		left = "all but " + strings.Join(kept, ", ")
	}
	if left == "" {
		return ""
	}
	return s.index + " omits fields from its source: a partial update would drop " + left + " from the index."
}

// mode returns how the source is stored, "" if nothing says so.
func (s *source) mode() string {
	if mode := jx.Text(s.settings, settingSource); mode != "" {
		return strings.ToLower(mode)
	}
	return jx.Text(s.mapping, "mode")
}

func (s *source) off() bool {
	enabled, _ := jx.Get(s.mapping, "enabled")
	return enabled == "false" || s.mode() == "disabled"
}

func (s *source) synthetic() bool {
	if mode := s.mode(); mode != "" {
		return mode == "synthetic"
	}
	kind := strings.ToLower(jx.Text(s.settings, settingMode))
	return kind == "logsdb" || kind == "time_series"
}

// withoutVectors reports whether documents are returned without their vectors unless those are requested; true if
// nothing else is known about the index and the version may leave them out.
func (s *source) withoutVectors(version es.Version) bool {
	if s.settings == "" {
		return version.LeavesVectors()
	}
	if set := jx.Text(s.settings, settingVectors); set != "" {
		return set == "true"
	}
	created := es.ParseInt(jx.Text(s.settings, settingCreated))
	if created < 0 { // Serverless does not show it
		return version.LeavesVectors()
	}
	return created >= vectorsApart
}

// vectors reports whether some index has a field of vectors.
func (s *schemas) vectors() bool {
	return slices.ContainsFunc(s.fields, func(f field) bool { return vectorTypes[f.kind] })
}

var vectorTypes = map[string]bool{"dense_vector": true, "sparse_vector": true, "rank_vectors": true}

// which returns the names of the indices for which is returns true.
func (all sources) which(is func(s *source) bool) []string {
	var names []string
	for i := range all {
		if is(&all[i]) {
			names = append(names, all[i].index)
		}
	}
	return names
}

// rebuilt says that indices do not return documents as they were sent.
func rebuilt(indices []string) []string {
	if len(indices) == 0 {
		return nil
	}
	text := strings.Join(indices[:min(len(indices), maxNamed)], ", ")
	if more := len(indices) - maxNamed; more > 0 {
		text += " and " + es.Plural(more, "more index", "more indices")
	}
	return []string{"Values of " + text + " are shown as Elasticsearch rebuilt them, not character for character as they were sent."}
}
