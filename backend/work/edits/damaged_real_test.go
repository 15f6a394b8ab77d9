// SPEC: A-BRO-20
package edits

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
)

func TestARealDocumentWithAnOpenCommentIsNotEditedButDeleted(t *testing.T) {
	eachEngine(t, "edits-damaged", func(t *testing.T, s *real) {
		s.put("1", "", `{"name":"a","stock":1}`)
		s.put("2", "", `{"name":"b","stock":2} // the first product`)
		s.put("3", "", "{\"name\":\"c\",\"stock\":3}\n")
		s.show()
		cell := func(text string) Cell { return Cell{Column: "name", Text: text} }
		p := s.plan(s.row("1", cell("x")), s.row("2", cell("y")), s.row("3", cell("z")))
		require.Len(t, p.Requests, 2, "the others are planned")
		require.Len(t, p.Refusals, 1)
		require.Equal(t, 1, p.Refusals[0].Row)
		require.Equal(t, rows.OpenComment, p.Refusals[0].Err.Message)
		for _, outcome := range s.send(p) {
			require.Nil(t, outcome.Err)
		}
		require.Equal(t, `{"name":"b","stock":2} // the first product`, s.source("2", ""))
		s.ask("POST", "/"+s.index+"/_refresh", "")
		s.show()
		require.Nil(t, s.send(s.plan(s.removed("2")))[0].Err)
		s.ask("POST", "/"+s.index+"/_refresh", "")
		require.Contains(t, s.ask("GET", "/"+s.index+"/_count?q=name:b", ""), `"count":0`)
	})
}
