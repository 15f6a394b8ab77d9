package edits

// SPEC: A-EDT-01, A-EDT-11

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
)

// documents answers reads of GET /many, in which some ids have a document of their own.
func documents(odd map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		var all []string
		for id := range strings.SplitSeq(strings.Trim(string(body), "[]"), ",") {
			id = strings.Trim(id, `"`)
			doc := fmt.Sprintf(`{"doc":{"id":%q, "n": 1.50,"name":"before"}}`, "/read/"+id)
			if other, found := odd[id]; found {
				doc = other
			}
			all = append(all, doc)
		}
		_, _ = fmt.Fprintf(w, `{"docs":[%s]}`, strings.Join(all, ","))
	}
}

func TestRowsThatAreAlikeAreReadTogetherAndPlannedAsTheDriverPlansEach(t *testing.T) {
	const count = 2 * leastAlike
	each := make([]string, count)
	for i := range each {
		each[i] = "GET /read/" + strconv.Itoa(i)
	}
	arrays := map[string]string{}
	for i := leastAlike; i < count; i++ {
		arrays[strconv.Itoa(i)] = `{"doc":{"name":["a"]}}`
	}
	tests := []struct {
		name   string
		many   http.HandlerFunc
		change func(rows []Row) []Row
		reads  []string
	}{
		{"all of them", documents(nil), nil, []string{"GET /read/0", "GET /many"}},
		{"one has no such field", documents(map[string]string{"7": `{"doc":{}}`}), nil, []string{"GET /read/0", "GET /many", "GET /read/7"}},
		{"one has an array there", documents(map[string]string{"7": `{"doc":{"name":["a"]}}`}), nil, []string{"GET /read/0", "GET /many", "GET /read/7"}},
		{"half of them have an array there", documents(arrays), nil, append([]string{"GET /read/0", "GET /many"}, each[leastAlike:]...)},
		{"one has no document", documents(map[string]string{"7": `{}`}), nil, []string{"GET /read/0", "GET /many", "GET /read/7"}},
		{"an entry is missing", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"docs":[]}`) }, nil, append([]string{"GET /read/0", "GET /many"}, each[1:]...)},
		{"they cannot be read", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, nil, append([]string{"GET /read/0", "GET /many"}, each[1:]...)},
		{"one was shown with another revision", documents(nil), func(rows []Row) []Row {
			rows[7].Base[0].Value = "3"
			return rows
		}, []string{"GET /read/0", "GET /many", "GET /read/7"}},
		{"one of them is set to null", documents(nil), func(rows []Row) []Row {
			rows[7].Cells[0].Null = true
			return rows
		}, []string{"GET /read/0", "GET /read/7", "GET /many"}},
		{"they are few", documents(nil), func(rows []Row) []Row { return rows[:leastAlike-1] }, each[:leastAlike-1]},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, session.SafeOff, nil)
			s.engine.answersMany(test.many)
			edited := func() []Row {
				var rows []Row
				for i := range count {
					rows = append(rows, named(strconv.Itoa(i), "a \" "+strconv.Itoa(i)))
				}
				if test.change != nil {
					rows = test.change(rows)
				}
				return rows
			}
			s.engine.Forget()
			fast := s.plan(t, edited()...)
			require.Equal(t, test.reads, s.engine.Sent())
			shown := paper(t, s, fast)
			s.plans.alike = count + 1
			slow := s.plan(t, edited()...)
			require.Zero(t, slow.filled)
			require.Equal(t, paper(t, s, slow), shown)
			s.plans.Drop(t.Context(), slow.ID)
			require.Zero(t, s.session.Shelf().Len(), "everything is released with the plans")
		})
	}
}

// paper writes the requests of a plan with their bodies and digests.
func paper(t *testing.T, s *stand, p *Plan) []string {
	t.Helper()
	lines := []string{fmt.Sprint(p.Notices)}
	for _, r := range p.Requests {
		body, err := s.plans.Document(p.ID, r.Body)
		require.NoError(t, err)
		lines = append(lines, fmt.Sprintf("%d %v %s %s %v %s %x %s", r.Row, r.Key, r.Form, r.Reason, r.Request, body, r.digest, r.shared))
	}
	return lines
}
