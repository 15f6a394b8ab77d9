package elasticsearch

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// maxNotices is how many failed shards are named.
const maxNotices = 5

// Page implements [driver.Driver] by a plain search with from and size. The source is read whole: any filter on it makes
// the engine write its numbers anew.
func (engine) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	v, err := viewOf(a.View)
	if err != nil {
		return nil, err
	}
	if err := checkPage(a); err != nil {
		return nil, err
	}
	req := post(path(a.Object, "_search"), v.query(), typeJSON, searchBody(a, &v), "page")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Rows, Pick: []string{"took", "timed_out", "_shards"}})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, explainWindow(answered(&req, r), a.Object)
	}
	took, timedOut, shards := r.Picked[0], r.Picked[1], r.Picked[2]
	if e := allFailed(&req, shards, r.Status); e != nil {
		return nil, explainWindow(e, a.Object)
	}
	result := &driver.PageResult{Blocks: []byte{byte(r.Block)}, Millis: size(took), End: r.Rows < a.Size}
	result.Notices = shardNotices(a.Object, shards)
	if timedOut == "true" {
		result.Notices = append(result.Notices, driver.Notice{Text: "The search ran out of time on the server; rows may be missing."})
	}
	return result, nil
}

func checkPage(a *driver.PageArgs) error {
	if err := named(a.Object); err != nil {
		return err
	}
	if a.From < 0 || a.Size < 1 {
		return &driver.Error{Kind: driver.Invalid, Message: "A page begins at row 0 or later and has one row or more."}
	}
	if a.From+int64(a.Size) > window {
		return &driver.Error{Kind: driver.Refused, Message: "Rows beyond 10,000 cannot be read in this version.", Hint: "Sort so that the rows you look for come first."}
	}
	return nil
}

// searchBody writes the search. Without keys no sort is sent: the engine's own order is stable for one preference.
func searchBody(a *driver.PageArgs, v *view) []byte {
	body := strconv.AppendInt([]byte(`{"from":`), a.From, 10)
	body = strconv.AppendInt(append(body, `,"size":`...), int64(a.Size), 10)
	body = append(body, `,"track_total_hits":false,"seq_no_primary_term":true`...)
	if keys := sortable(a.Sort); len(keys) > 0 {
		body = appendSort(append(body, `,"sort":`...), keys)
	}
	if len(v.runtime) > 0 {
		body = append(body, `,"fields":[`...)
		for i, name := range v.runtime {
			if i > 0 {
				body = append(body, ',')
			}
			body = jx.Quote(body, name)
		}
		body = append(body, ']')
	}
	return append(body, '}')
}

// allFailed gives the error of an answer without a single good shard, which can come with status 200.
func allFailed(req *driver.Request, shards string, status int) *driver.Error {
	failed, _ := jx.Get(shards, "failed")
	good, _ := jx.Get(shards, "successful")
	if size(failed) <= 0 || size(good) > 0 {
		return nil
	}
	e := &driver.Error{Kind: driver.Engine, Message: "All shards failed.", Status: status, Op: req.Method + " " + req.Path, Sent: true}
	if first := firstItem(shards, "failures"); first != "" {
		e.Message, e.Code = shardReason(first)
	}
	return e
}

// shardNotices says which index is missing from an answer and why, each pair once.
func shardNotices(object, shards string) []driver.Notice {
	failed, _ := jx.Get(shards, "failed")
	if size(failed) <= 0 {
		return nil
	}
	failures, _ := jx.Get(shards, "failures")
	var notices []driver.Notice
	seen := map[string]bool{}
	jx.Items(failures, func(item string) bool {
		reason, _ := shardReason(item)
		text := "Not all of " + object + " is here: " + jx.Text(item, "index") + " answered “" + reason + "”."
		if !seen[text] {
			seen[text] = true
			notices = append(notices, driver.Notice{Text: text, Detail: item})
		}
		return len(notices) < maxNotices
	})
	if len(notices) == 0 {
		notices = []driver.Notice{{Text: "Not all of " + object + " is here: " + failed + " of its shards did not answer.", Detail: shards}}
	}
	return notices
}

func shardReason(failure string) (sentence, code string) {
	reason, _ := jx.Get(failure, "reason")
	sentence, code = jx.Text(reason, "reason"), jx.Text(reason, "type")
	if sentence == "" {
		sentence = code
	}
	return sentence, code
}

// explainWindow adds the remedy to the error of an index whose window is lowered. Its type is that of any wrong argument,
// so that only its text tells it (Index modules, "index.max_result_window").
func explainWindow(e *driver.Error, object string) *driver.Error {
	const before = "less than or equal to: ["
	if !strings.HasPrefix(e.Message, "Result window is too large") {
		return e
	}
	_, rest, _ := strings.Cut(e.Message, before)
	limit, _, found := strings.Cut(rest, "]")
	if n := size(limit); !found || n < 0 || n >= window {
		return e
	}
	e.Hint = "This index has a lowered max_result_window of " + limit + ". Quarry pages plainly up to 10,000 rows. Raise the setting to 10,000:"
	e.Detail = "PUT " + path(object, "_settings") + "\n" + `{"index":{"max_result_window":10000}}`
	return e
}
