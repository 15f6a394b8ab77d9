package elasticsearch

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// The settings of the pipelines that every write to an index runs through.
const (
	settingDefault = "index.default_pipeline"
	settingFinal   = "index.final_pipeline"
)

// settingUUID identifies an index.
const settingUUID = "index.uuid"

// keeping is how an index stores the documents that are written to it.
type keeping struct {
	index     string
	session   session
	vectors   bool     // it may have vectors outside of its documents
	apart     bool     // it does have them: a document is never written whole
	pipelines []string // that every write runs through
	refused   *driver.Error
	uuid      string // an index that is created again under the same name has another one
	written   bool   // the plan writes to it
}

// sends returns the requests that find it out: for the mapping's _source, and settings that the mapping does not show.
func (k *keeping) sends() []driver.Send {
	at := string(jx.Segment([]byte{'/'}, k.index))
	names := strings.Join([]string{settingDefault, settingFinal, settingMode, settingSource, settingVectors, settingCreated, settingNoSeq, settingUUID}, ",")
	return []driver.Send{
		{Request: get(at+"/_mapping", "filter_path=*.mappings._source", "save"), Verb: driver.Pick, Pick: []string{"*.mappings._source"}},
		{Request: get(at+"/_settings/"+names, "flat_settings=true", "save"), Verb: driver.Pick, Pick: []string{"*.settings"}},
	}
}

// take reads the replies to these requests. If one cannot be read, writing is refused: a write could lose something.
func (k *keeping) take(sends []driver.Send, replies []driver.Reply) {
	for i := range 2 {
		if r := &replies[i]; r.Err != nil {
			k.refused = r.Err
			return
		} else if !r.OK() {
			k.refused = answered(&sends[i].Request, r)
			return
		}
	}
	s := &source{index: k.index, mapping: firstElement(replies[0].Picked[0]), settings: firstElement(replies[1].Picked[0])}
	if reason := s.readOnly(); reason != "" {
		k.refused = &driver.Error{Kind: driver.Unsupported, Message: reason}
	}
	for _, name := range []string{settingDefault, settingFinal} {
		if pipeline := jx.Text(s.settings, name); pipeline != "" && pipeline != "_none" {
			k.pipelines = append(k.pipelines, pipeline)
		}
	}
	k.apart = k.vectors && s.withoutVectors(k.session)
	k.uuid = jx.Text(s.settings, settingUUID)
}

// same returns the precondition that the index is still the same one.
func (k *keeping) same() driver.Precondition {
	at := string(jx.Segment([]byte{'/'}, k.index))
	return driver.Precondition{
		Send:    driver.Send{Request: get(at+"/_settings/"+settingUUID, "", "save"), Verb: driver.Pick, Pick: []string{"*.settings." + settingUUID}},
		Value:   string(quoted([]string{k.uuid})),
		Changed: "The index " + k.index + " was deleted and created again since its documents were read.",
		Gone:    "The index " + k.index + " no longer exists.",
	}
}

// notices say what a write does in addition to what is sent.
func (k *keeping) notices() []driver.Notice {
	if len(k.pipelines) == 0 || k.refused != nil {
		return nil
	}
	return []driver.Notice{{Text: "Every write to " + k.index + " runs through the ingest pipeline " + strings.Join(k.pipelines, " and ") + ", which may change other fields."}}
}

// firstElement returns the first element of an array, "" if it is null or there is none.
func firstElement(array string) string {
	first := ""
	jx.Items(array, func(item string) bool {
		first = item
		return false
	})
	if first == "null" {
		return ""
	}
	return first
}
