package mapping

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// Settings that say how an index stores its documents. Index versions before 9.2 keep vectors in documents unless the
// settings say otherwise.
const (
	SettingMode    = "index.mode"
	SettingSource  = "index.mapping.source.mode"
	SettingVectors = "index.mapping.exclude_source_vectors"
	SettingCreated = "index.version.created"
	SettingNoSeq   = "index.disable_sequence_numbers"
	vectorsApart   = 9_030_000 // index versions of 9.0 are lower, those of 9.2 higher
)

// SourceSettings returns the request for the settings that say how an object's indices store their documents.
func SourceSettings(object string) driver.Send {
	names := strings.Join([]string{SettingMode, SettingSource, SettingVectors, SettingCreated, SettingNoSeq}, ",")
	return driver.Send{
		Request: es.Get(es.Path(object, "_settings")+"/"+names, "flat_settings=true", "columns"),
		Verb:    driver.Fields, Walk: []driver.FieldSpec{{Keys: []string{"settings"}}},
	}
}

// Source is how an index stores its documents.
type Source struct {
	Index    string // its name
	Mapping  string // the mapping's _source
	Settings string // "" if they are unknown
}

type sources []Source

// SourcesOf joins the mappings' _source, in the order of names, with the settings, which are missing if the version
// does not need them or the user may not read them.
func SourcesOf(names []string, picked string, settings []driver.Reply) sources {
	all := make(sources, len(names))
	for i := range names {
		all[i].Index = names[i]
	}
	n := 0
	jx.Items(picked, func(item string) bool {
		if n < len(all) {
			all[n].Mapping = item
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
			all[i].Settings = rec.Attrs[0]
		}
	})
	return all
}

// ReadOnly returns why the documents of some of the indices cannot be edited, "" if all can.
func (all sources) ReadOnly() string {
	for i := range all {
		if reason := all[i].ReadOnly(); reason != "" {
			return reason
		}
	}
	return ""
}

// ReadOnly returns why an index's documents cannot be edited: its source is off, filtered or rebuilt (Mapping, "_source
// field"), or nothing distinguishes a document's revisions.
func (s *Source) ReadOnly() string {
	switch {
	case s.off():
		return s.Index + " stores no source"
	case s.Synthetic():
		return s.Index + " rebuilds its source, so what you write is not what it stores."
	case jx.Text(s.Settings, SettingNoSeq) == "true":
		return s.Index + " has no sequence numbers, so a change made by someone else would be overwritten unnoticed."
	}
	left := strings.Join(es.StringsAt(s.Mapping, "excludes"), ", ")
	if kept := es.StringsAt(s.Mapping, "includes"); left == "" && len(kept) > 0 {
		left = "all but " + strings.Join(kept, ", ")
	}
	if left == "" {
		return ""
	}
	return s.Index + " omits fields from its source: a partial update would drop " + left + " from the index."
}

// mode returns how the source is stored, "" if unknown.
func (s *Source) mode() string {
	if mode := jx.Text(s.Settings, SettingSource); mode != "" {
		return strings.ToLower(mode)
	}
	return jx.Text(s.Mapping, "mode")
}

func (s *Source) off() bool {
	enabled, _ := jx.Get(s.Mapping, "enabled")
	return enabled == "false" || s.mode() == "disabled"
}

// Synthetic reports whether the engine rebuilds the source from other parts of the index.
func (s *Source) Synthetic() bool {
	if mode := s.mode(); mode != "" {
		return mode == "synthetic"
	}
	kind := strings.ToLower(jx.Text(s.Settings, SettingMode))
	return kind == "logsdb" || kind == "time_series"
}

// WithoutVectors reports whether documents are returned without their vectors unless those are requested; true if
// nothing else is known about the index and the version may leave them out.
func (s *Source) WithoutVectors(version es.Version) bool {
	if s.Settings == "" {
		return version.LeavesVectors()
	}
	if set := jx.Text(s.Settings, SettingVectors); set != "" {
		return set == "true"
	}
	created := es.ParseInt(jx.Text(s.Settings, SettingCreated))
	if created < 0 { // hidden on Serverless
		return version.LeavesVectors()
	}
	return created >= vectorsApart
}

// HasVectors reports whether an index has a vector field.
func (s *Schemas) HasVectors() bool {
	return slices.ContainsFunc(s.Fields, func(f Field) bool { return vectorTypes[f.Kind] })
}

var vectorTypes = map[string]bool{"dense_vector": true, "sparse_vector": true, "rank_vectors": true}

// Which returns the names of the indices for which is returns true.
func (all sources) Which(is func(s *Source) bool) []string {
	var names []string
	for i := range all {
		if is(&all[i]) {
			names = append(names, all[i].Index)
		}
	}
	return names
}

// RebuiltNotices says that indices do not return documents as they were sent.
func RebuiltNotices(indices []string) []string {
	if len(indices) == 0 {
		return nil
	}
	text := strings.Join(indices[:min(len(indices), es.MaxNamed)], ", ")
	if more := len(indices) - es.MaxNamed; more > 0 {
		text += " and " + es.Plural(more, "more index", "more indices")
	}
	return []string{"Values of " + text + " are shown as Elasticsearch rebuilt them, not character for character as they were sent."}
}
