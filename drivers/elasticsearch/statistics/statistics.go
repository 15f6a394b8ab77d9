package statistics

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
	"quarry/drivers/elasticsearch/paging"
	"quarry/drivers/elasticsearch/search"
)

const (
	topValues   = 10
	shardValues = 500 // values per shard: with fewer, the counts of a column with 30 values are approximate
)

// onlyCounted says what remains for a column whose values cannot be summarized.
const onlyCounted = "only the documents with and without a value are counted."

// Read implements Statistics of [driver.Statistician] with one search without hits. A histogram needs a second one,
// since its bars depend on the smallest and largest value. If the engine refuses to summarize the values, only the
// documents are counted.
func Read(c *driver.Conn, a *driver.StatisticsArgs) (*driver.Statistics, error) {
	if err := es.CheckName(a.Object); err != nil {
		return nil, err
	}
	if reason := unsummarized[a.Column.Name]; reason != "" {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: reason}
	}
	v, err := search.ViewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	p, err := paging.StateOf(c, a.State)
	if err != nil {
		return nil, err
	}
	s := &summary{conn: c, object: a.Object, view: v, state: p, column: a.Column, result: &driver.Statistics{Objects: -1, Valued: -1}}
	s.column.Key = v.Resolved([]driver.SortKey{a.Column.Key})[0]
	s.field = s.column.Key.Field
	if s.field == "" {
		s.result.Reason = s.reason()
	}
	if err := s.read(); err != nil {
		return nil, err
	}
	return s.result, nil
}

// unsummarized are the columns without statistics, with the reason.
var unsummarized = map[string]string{
	"_id":               "Every document has an _id, so there is nothing to summarize.",
	mapping.MetaRouting: "Elasticsearch keeps no list of routings, so there is nothing to summarize.",
	"_score":            "The score of a row belongs to the search that found it, so there is nothing to summarize.",
}

// summary is the statistics of one column while they are read.
type summary struct {
	conn   *driver.Conn
	object string
	view   search.View
	state  *paging.State
	column driver.StatisticsColumn
	field  string // the field with the values to summarize, "" if only documents are counted
	result *driver.Statistics

	least, greatest int64 // for dates, in milliseconds since 1970
	ranged          bool  // they are known exactly
	bare            bool  // min and max come from hits, and no date is requested as text
}

// reason says why a column's values cannot be summarized.
func (s *summary) reason() string {
	kind := s.column.Type
	switch t := mapping.TraitOf(kind); {
	case kind == "nested":
		return "It is an array of objects: each of its leaves has its own statistics."
	case t.Text:
		return "It is a text field without a keyword subfield, so " + onlyCounted
	case t.Sorts || strings.Contains(kind, ","):
		return s.column.Reason + " So " + onlyCounted
	}
	return "Values of type " + kind + " cannot be summarized, so " + onlyCounted
}

// read requests the figures, and a histogram once the range of the values is known.
func (s *summary) read() error {
	response, err := s.search("true", s.aggregations())
	if s.unwritten(err) {
		s.bare = true
		response, err = s.search("true", s.aggregations())
	}
	var e *driver.Error
	if s.field != "" && refusedAsWrong(err, &e) {
		s.field, s.result.Reason = "", "Elasticsearch cannot summarize its values: "+e.Message
		response, err = s.search("true", s.aggregations())
	}
	if err != nil {
		return err
	}
	s.counts(response)
	if s.field != "" {
		s.result.Figures = true
		s.figures(response)
		if err = s.distantDates(); err == nil {
			err = s.histogram()
		}
	}
	if s.state.Point != "" {
		s.result.Taken = s.state.Taken
	}
	return err
}

// refusedAsWrong reports whether the engine refused a request because of its content, and returns the error.
func refusedAsWrong(err error, e **driver.Error) bool {
	answered, ok := err.(*driver.Error)
	*e = answered
	return ok && answered.Status == 400
}

// search sends a search for aggregations, in the view's snapshot if it has one, and returns its response. It repeats an
// incomplete response once; if it stays incomplete, the result says so.
func (s *summary) search(totals, aggregations string) (string, error) {
	for again := false; ; again = true {
		req := s.request(totals, aggregations)
		reply, err := s.conn.Do(driver.Send{Request: req, Verb: driver.Raw})
		if err != nil {
			return "", err
		}
		notices, err := s.judge(&req, reply)
		switch {
		case s.state.Point != "" && paging.IsExpired(err):
			s.state.Point = ""
			s.note(paging.EndedText + " These statistics describe the documents as they are now.")
			continue
		case err != nil:
			return "", err
		case len(notices) > 0 && !again:
			continue
		}
		s.result.Requests = append(s.result.Requests, req)
		s.result.Partial = s.result.Partial || len(notices) > 0
		s.result.Notices = append(s.result.Notices, notices...)
		return string(reply.Body), nil
	}
}

func (s *summary) note(text string) {
	s.result.Notices = append(s.result.Notices, driver.Notice{Text: text})
}

// request returns a search for aggregations.
func (s *summary) request(totals, aggregations string) driver.Request {
	w := jx.NewWriter(es.BodyRoom).Open('{')
	if s.state.Point != "" {
		w.Key("pit").Open('{').Key("id").Text(s.state.Point).Key("keep_alive").Text(search.KeepAlive).Close("}")
	}
	s.view.WriteQuery(w, &search.Spec{})
	w.Key("size").Int(0).Key("track_total_hits").Raw(totals).Key("aggs").Raw(aggregations).Close("}")
	if s.state.Point != "" {
		return es.Ask("/_search", "", es.AsJSON, w.Bytes(), "statistics")
	}
	return es.Ask(es.Path(s.object, "_search"), s.view.Preference, es.AsJSON, w.Bytes(), "statistics")
}

// judge returns the error for a response without any figures, or notices about what is missing.
func (s *summary) judge(req *driver.Request, reply *driver.Reply) ([]driver.Notice, error) {
	if !reply.OK() {
		e := paging.ExplainExpired(es.ErrorOf(req, reply))
		if e.Code == "too_many_buckets_exception" {
			e.Hint = "Filter the rows first, so that there are fewer values."
		}
		return nil, e
	}
	body := string(reply.Body)
	shards, responds := jx.Get(body, "_shards")
	if !responds {
		return nil, es.Lacking(req, reply, "statistics")
	}
	if e := es.AllFailed(req, shards, reply.Status); e != nil {
		return nil, paging.ExplainExpired(e)
	}
	if e := paging.LostShard(req, shards); e != nil && s.state.Point != "" {
		return nil, e
	}
	notices := paging.ShardNotices(s.object, shards)
	if late, _ := jx.Get(body, "timed_out"); late == "true" {
		notices = append(notices, driver.Notice{Text: "The search timed out on the server, so some documents are not counted."})
	}
	return notices, nil
}
