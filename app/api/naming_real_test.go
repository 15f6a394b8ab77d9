// SPEC: A-BRO-02, CNS-12, CON-22
package api

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIndicesNamedByADateAreReadInTheConsoleAndByNameOnRealNodes(t *testing.T) {
	onRealNodes(t, func(t *testing.T, node realNode) {
		typed := "<" + node.index + "-{now/d}>"
		var made struct {
			Index string `json:"index"`
		}
		require.NoError(t, json.Unmarshal(node.ask(t, http.MethodPut, "/"+url.PathEscape(typed), ""), &made))
		require.Regexp(t, `^`+node.index+`-\d{4}\.\d\d\.\d\d$`, made.Index)
		t.Cleanup(func() { node.ask(t, http.MethodDelete, "/"+made.Index, "") })
		node.ask(t, http.MethodPut, "/"+made.Index+"/_doc/dated?refresh=true", `{"n":1}`)
		w := newWorld(t, "8.16.3")
		session := node.connect(t, w, "read-only")

		for _, request := range []string{
			"GET " + typed + "/_search", "POST /" + typed + "/_search\n{\"query\":{\"match_all\":{}}}", "GET /" + url.PathEscape(typed) + "/_search",
			"GET <" + node.index + "-{now/d{yyyy.MM.dd|+00:00}}>/_search", "GET " + node.index + "-none*," + typed + "/_search", "@day = " + typed + "\nGET {{day}}/_search",
		} {
			a, err := w.Console.Send(SendRequest{Session: session, Tab: "t1", Text: request})
			require.NoError(t, err, request)
			require.Equal(t, http.StatusOK, a.Status, request)
			require.Contains(t, w.answerText(t, session, a), `"_id":"dated"`, request)
		}
		_, err := w.Console.Send(SendRequest{Session: session, Tab: "t1", Text: "PUT " + typed + "/_doc/other\n{}"})
		require.Equal(t, "This connection is read-only. Nothing was sent.", failed(t, err).Message)

		for name, kind := range map[string]string{typed: "index", typed + "," + node.index: "pattern"} {
			found, err := w.Grid.Resolve(ResolveRequest{Session: session, Name: name})
			require.NoError(t, err, name)
			require.Equal(t, kind, found.Object.Kind, name)
			require.Contains(t, found.Parts, ResolvedPart{Name: made.Index}, name)
			view, err := w.Grid.Open(OpenRequest{Session: session, Object: found.Object.Name})
			require.NoError(t, err, name)
			require.Contains(t, w.ids(t, view.ID, view.Generation), "dated", name)
			count, err := w.Grid.Count(GenerationRequest{View: view.ID, Generation: view.Generation})
			require.NoError(t, err, name)
			require.Equal(t, strconv.Itoa(1+(found.Stands-1)*len(seeds())), count.Count, name)
		}
	})
}

func TestTheDocumentsOfANameAreWhatAnAliasLeavesOfThemOnRealNodes(t *testing.T) {
	onRealNodes(t, func(t *testing.T, node realNode) {
		small, few := node.index+"-small", node.index+"-few"
		node.ask(t, http.MethodPut, "/"+small+"/_doc/1?refresh=true", `{"n":1}`)
		t.Cleanup(func() { node.ask(t, http.MethodDelete, "/"+small, "") })
		node.ask(t, http.MethodPut, "/"+node.index+"/_alias/"+few, `{"filter":{"term":{"n":1}}}`)
		want := 1
		for _, d := range seeds() {
			if d.holds(t, "n", "1") {
				want++
			}
		}
		w := newWorld(t, "8.16.3")
		session := node.connect(t, w, "read-only")
		found, err := w.Grid.Resolve(ResolveRequest{Session: session, Name: small + ", " + few})
		require.NoError(t, err)
		require.Equal(t, []ResolvedPart{{Name: small}, {Name: node.index, Via: "alias " + few}}, found.Parts)
		counts, err := w.Grid.Counts(CountsRequest{Session: session, Names: []string{found.Object.Name, small, node.index}})
		require.NoError(t, err)
		require.Equal(t, []CountItem{{found.Object.Name, strconv.Itoa(want), ""}, {small, "1", ""}, {node.index, strconv.Itoa(len(seeds())), ""}}, counts.Counts)
		view, err := w.Grid.Open(OpenRequest{Session: session, Object: found.Object.Name})
		require.NoError(t, err)
		require.Len(t, w.ids(t, view.ID, view.Generation), want)
	})
}
