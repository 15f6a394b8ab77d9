package save

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
)

// The settings of the pipelines that every write to an index runs through.
const (
	settingDefault = "index.default_pipeline"
	settingFinal   = "index.final_pipeline"
)

// settingUUID identifies an index. settingName is the name that it was created by: of a data stream's index, its own.
const (
	settingUUID = "index.uuid"
	settingName = "index.provided_name"
)

// keeping is how an index stores the documents that are written to it.
type keeping struct {
	index     string
	server    es.Version
	vectors   bool     // it may have vectors outside of its documents
	apart     bool     // it does have them: a document is never written whole
	hidden    string   // what the user cannot see in it, as the reason why documents are not written whole
	pipelines []string // that every write runs through
	refused   *driver.Error
	uuids     []string       // an index that is created again under the same name has another one; a data stream has several
	stream    bool           // it is a data stream
	routed    bool           // every document in it needs a routing
	written   bool           // the plan writes to it
	indexed   bool           // by more than deleting
	plain     map[string]int // the number of the plain success of each action
}

// The hidden values that only revisions of this session's own writes have.
const (
	keyUUID    = "#uuid"    // of the index
	keyDeleted = "#deleted" // "true" if the write deleted the document
)

// uuid returns the index's uuid, "" if it is unknown or there are several.
func (k *keeping) uuid() string {
	if len(k.uuids) != 1 {
		return ""
	}
	return k.uuids[0]
}

// sends returns the requests that find this out: for the mapping's _source, and settings that the mapping does not
// show.
func (k *keeping) sends() []driver.Send {
	at := string(jx.Segment([]byte{'/'}, k.index))
	names := strings.Join([]string{settingDefault, settingFinal, mapping.SettingMode, mapping.SettingSource, mapping.SettingVectors, mapping.SettingCreated, mapping.SettingNoSeq, settingUUID, settingName}, ",")
	return []driver.Send{
		{Request: es.Get(at+"/_mapping", "filter_path=*.mappings._source,*.mappings._routing", "save"), Verb: driver.Pick, Pick: []string{"*.mappings._source", "*.mappings._routing"}},
		{Request: es.Get(at+"/_settings/"+names, "flat_settings=true", "save"), Verb: driver.Pick, Pick: []string{"*.settings"}},
	}
}

// take reads the replies to these requests. If one cannot be read, writing is refused: a write could lose something.
func (k *keeping) take(sends []driver.Send, replies []driver.Reply) {
	for i := range 2 {
		if r := &replies[i]; r.Err != nil {
			k.refused = r.Err
			return
		} else if !r.OK() {
			k.refused = unwritable(es.ErrorOf(&sends[i].Request, r), k.index)
			return
		}
	}
	k.routed = slices.ContainsFunc(elements(replies[0].Picked[1]), func(routing string) bool {
		required, _ := jx.Get(routing, "required")
		return strings.Trim(required, `"`) == "true"
	})
	mappings, settings := elements(replies[0].Picked[0]), elements(replies[1].Picked[0])
	if len(settings) == 0 {
		k.refused = es.Lacking(&sends[1].Request, &replies[1], "index settings")
		return
	}
	for i := range max(1, len(mappings), len(settings)) {
		s := &mapping.Source{Index: k.index}
		if i < len(mappings) {
			s.Mapping = mappings[i]
		}
		if i < len(settings) {
			s.Settings = settings[i]
		}
		k.note(s)
	}
}

// note adds what is known about one index.
func (k *keeping) note(s *mapping.Source) {
	if reason := s.ReadOnly(); reason != "" {
		k.refused = &driver.Error{Kind: driver.Unsupported, Message: reason}
	}
	for _, name := range []string{settingDefault, settingFinal} {
		pipeline := jx.Text(s.Settings, name)
		if pipeline != "" && pipeline != "_none" && !slices.Contains(k.pipelines, pipeline) {
			k.pipelines = append(k.pipelines, pipeline)
		}
	}
	k.apart = k.apart || k.vectors && s.WithoutVectors(k.server)
	if name := jx.Text(s.Settings, settingName); name != k.index && es.StreamOf(name) == k.index {
		k.stream = true
	}
	if uuid := jx.Text(s.Settings, settingUUID); uuid != "" {
		k.uuids = append(k.uuids, uuid)
	}
}

// same returns the precondition that the index is still the same one. A data stream has more indices after a rollover.
func (k *keeping) same() driver.Precondition {
	at := string(jx.Segment([]byte{'/'}, k.index))
	return driver.Precondition{
		Send:    driver.Send{Request: es.Get(at+"/_settings/"+settingUUID, "", "save"), Verb: driver.Pick, Pick: []string{"*.settings." + settingUUID}},
		Value:   string(es.QuoteAll(k.uuids)),
		Changed: "The index " + k.index + " has been deleted and recreated since its documents were loaded.",
		Gone:    "The index " + k.index + " no longer exists.",
		Grows:   len(k.uuids) > 1 || k.stream,
	}
}

// notices say what a write does besides what is sent.
func (k *keeping) notices() []driver.Notice {
	if len(k.pipelines) == 0 || !k.indexed {
		return nil
	}
	return []driver.Notice{{Text: "Every write to " + k.index + " runs through the ingest pipeline " + strings.Join(k.pipelines, " and ") + ", which may change other fields."}}
}

// elements returns the elements of an array that are not null.
func elements(array string) []string {
	var all []string
	jx.Items(array, func(item string) bool {
		if item != "null" {
			all = append(all, item)
		}
		return true
	})
	return all
}
