package paging

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	sampled   = 4000 // average number of rows in a sample
	maxRounds = 12   // maximum number of samples for one key
	foundSort = "filter_path=responses.hits.total.value,responses.hits.hits.sort,responses._shards,responses.error,responses.status,responses.timed_out"
)

// locates reports whether the engine can count and slice the contents of a point in time: from 7.15 on a slice is a
// range of Lucene documents, in the order of the tiebreak (Paginate search results, "Search slicing").
func (r *Reading) locates() bool { return es.VersionOf(r.Conn).SlicesPoints() }

// locate returns the sort values of the row before a row without reading all rows before it: it counts how many come
// before the values of a few random rows, until so few are left that the row can be requested by its number. The counts
// are exact; chance only decides how many are needed. It returns "" if the engine cannot do this.
func (r *Reading) locate(row int64) (string, error) {
	if !r.locates() {
		return "", nil
	}
	total, err := r.counted()
	if err != nil {
		return "", err
	}
	s := &search.Span{Rows: total, Skip: row - 1}
	for i := range r.Keys {
		if s.Skip < resultWindow {
			break
		}
		if ok, err := r.narrow(s, &r.Keys[i]); err != nil || !ok {
			return "", err
		}
	}
	if s.Skip >= resultWindow {
		if ok, err := r.cut(s); err != nil || !ok {
			return "", err
		}
	}
	sort, err := r.within(s)
	if err != nil || sort == "" {
		return "", err
	}
	r.State.remember(row, sort)
	return sort, nil
}

// within returns the sort values of the row that a span skips to.
func (r *Reading) within(s *search.Span) (string, error) {
	first := min(s.Skip, resultWindow-1)
	reply, err := r.sortsOf(s, mark{row: first}, 1, false)
	for at := first; ; {
		if err != nil || reply.Last == "" {
			return "", err
		}
		n := min(jump, s.Skip-at)
		if n == 0 {
			return reply.Last, nil
		}
		r.Conn.Progress(at, s.Skip)
		reply, err = r.sortsOf(s, mark{sort: reply.Last}, n, false)
		at += n
		if err == nil && int64(reply.Rows) < n {
			return "", nil
		}
	}
}

// narrow shrinks a span by the values of one key: until the row's number in it is within reach of `from`, or all its
// rows have the same value. It returns false if that is impossible.
func (r *Reading) narrow(s *search.Span, k *driver.SortKey) (bool, error) {
	write := clauses(k)
	if write == nil {
		return false, nil
	}
	missing, err := r.split(s, write.exists())
	if err != nil || missing == unclear {
		return false, err
	}
	if missing == behind {
		return true, nil
	}
	for range maxRounds {
		if s.Skip < resultWindow {
			return true, nil
		}
		values, err := r.sample(s, k)
		if err != nil {
			return false, err
		}
		for _, value := range values {
			where, err := r.split(s, write.before(value), write.upTo(value))
			if err != nil || where == unclear {
				return false, err
			}
			if where == between {
				return true, nil
			}
			if where == before {
				break
			}
		}
	}
	return s.Skip < resultWindow, nil
}

// side says where a row was found.
type side int

const (
	unclear side = iota
	before       // before all marks
	between
	behind // after the last
)

// split reduces a span to the part that contains the row. Each mark is a clause that matches the beginning of the span;
// later marks match longer beginnings.
func (r *Reading) split(s *search.Span, marks ...string) (side, error) {
	searches := make([][]byte, len(marks))
	for i, mark := range marks {
		part := search.Span{Filter: append(s.Filter[:len(s.Filter):len(s.Filter)], mark), Not: s.Not}
		q := r.InPoint(0, search.CountedAll)
		q.Span = &part
		searches[i] = r.View.Body(q)
	}
	answers, err := r.askAll(searches)
	if err != nil || answers == nil {
		return unclear, err
	}
	last := int64(0)
	for i, mark := range marks {
		count := totalOf(answers[i])
		if count < last || count > s.Rows {
			return unclear, nil
		}
		if s.Skip < count {
			s.Filter = append(s.Filter, mark)
			s.Rows, s.Skip = count-last, s.Skip-last
			if i == 0 {
				return before, nil
			}
			s.Not = append(s.Not, marks[i-1])
			return between, nil
		}
		last = count
	}
	s.Not = append(s.Not, marks[len(marks)-1])
	s.Rows, s.Skip = s.Rows-last, s.Skip-last
	return behind, nil
}

// sample returns up to two values of a key, in order, that the row is probably between. They come from random rows.
func (r *Reading) sample(s *search.Span, k *driver.SortKey) ([]string, error) {
	taken := min(sampled, s.Rows)
	at := s.Skip * taken / s.Rows
	spread := 3*root(at) + 1 // three standard deviations of the number of sampled rows before it
	from, to := max(0, at-spread), at+spread
	q := r.InPoint(to-from+1, search.Uncounted)
	q.Span, q.Random, q.From, q.Bare, q.Order = s, taken, from, true, search.Order{Keys: []driver.SortKey{*k}}
	answers, err := r.askAll([][]byte{r.View.Body(q)})
	if err != nil || answers == nil {
		return nil, err
	}
	var values []string
	hits, _ := jx.Get(answers[0], "hits", "hits")
	jx.Items(hits, func(hit string) bool {
		values = append(values, es.FirstItem(hit, "sort"))
		return true
	})
	if len(values) == 0 || values[0] == values[len(values)-1] {
		return values[:min(1, len(values))], nil
	}
	return []string{values[0], values[len(values)-1]}, nil
}

// root returns the integer part of a square root.
func root(n int64) int64 {
	x := int64(0)
	for (x+1)*(x+1) <= n {
		x++
	}
	return x
}

// askAll sends searches as one request and returns their results; none if the engine does not accept one of them. It
// repeats an incomplete result once. A cluster that is too busy to respond is an error: reading all rows instead would
// put more load on it.
func (r *Reading) askAll(searches [][]byte) ([]string, error) {
	w := jx.NewWriter(es.BodyRoom * len(searches))
	for _, search := range searches {
		w.Open('{').Close("}").Line().Raw(string(search)).Line()
	}
	req := es.Ask("/_msearch", foundSort, es.AsNDJSON, w.Bytes(), "jump")
	for again := false; ; again = true {
		reply, err := r.Conn.Do(driver.Send{Request: req, Verb: driver.Raw})
		if err != nil {
			return nil, err
		}
		if !reply.OK() {
			return nil, unlessUntaken(ExplainExpired(es.ErrorOf(&req, reply)))
		}
		answers, partial, err := wholeAnswers(&req, string(reply.Body))
		if err != nil {
			return nil, err
		}
		if len(answers) == len(searches) {
			return answers, nil
		}
		if again || !partial {
			return nil, nil
		}
	}
}

// unlessUntaken returns nil for the error of a request that the engine does not accept in this form or the user may not
// send, and any other error unchanged: a snapshot that is gone, or a cluster that is too busy or unreachable.
func unlessUntaken(e *driver.Error) error {
	switch {
	case e.Code == driver.CodeExpired, e.Status == 401, e.Status == 429, e.Status > 500:
		return e
	}
	return nil
}

// wholeAnswers returns the complete members of a multi-search response, and whether others are partial. The error is
// from a member that the cluster refused because it is busy, or whose snapshot is gone.
func wholeAnswers(req *driver.Request, body string) (answers []string, partial bool, err error) {
	responses, _ := jx.Get(body, "responses")
	jx.Items(responses, func(answer string) bool {
		if _, wrong := jx.Get(answer, "error"); wrong {
			status, _ := jx.Get(answer, "status")
			e := ExplainExpired(es.ParseError(answer, int(max(0, es.ParseInt(status)))))
			e.Op, e.Sent = req.Method+" "+req.Path, true
			err = unlessUntaken(e)
			return false
		}
		shards, _ := jx.Get(answer, "_shards")
		late, _ := jx.Get(answer, "timed_out")
		if shards != "" && !es.IsPartial(shards, late) {
			answers = append(answers, answer)
			return true
		}
		partial = true
		if e := LostShard(req, shards); e != nil {
			err = e
		} else if IsOverloaded(shards) {
			err = whole(req, &driver.Reply{Status: 200, Picked: []string{shards, late}})
		}
		return err == nil
	})
	return answers, partial, err
}

// totalOf returns how many rows a search found, -1 if unknown.
func totalOf(answer string) int64 {
	total, _ := jx.Get(answer, "hits", "total", "value")
	return es.ParseInt(total)
}
