package api

import (
	"context"
	"net/http"
	"strconv"

	"quarry/drivers/driver"
)

// DocumentsInfo describes the documents of a page; their text is the body of the response.
type DocumentsInfo struct {
	Documents int          `json:"documents"` // number of documents in the text
	More      bool         `json:"more"`      // the page has more documents, for which the text would be too long
	Changed   bool         `json:"changed"`   // they differ from the rows that were read
	Millis    int          `json:"millis"`    // the engine's own time, -1 if unknown
	Notices   []PageNotice `json:"notices"`
}

// serveDocuments responds to GET /data/documents?view=&generation=&page=&call= with the documents of a page as a JSON
// array, character for character as the engine returned them, and with their [DocumentsInfo] in a header.
func (g *Grid) serveDocuments(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	generation, err1 := strconv.Atoi(query.Get("generation"))
	number, err2 := strconv.Atoi(query.Get("page"))
	if r.Method != http.MethodGet || err1 != nil || err2 != nil || number < 0 {
		writeFailure(w, http.StatusBadRequest, &driver.Error{Kind: driver.Invalid, Message: "There is no such page."})
		return
	}
	respond(w, r, g.calls, func(ctx context.Context) (DocumentsInfo, []byte, error) {
		_, v, err := g.views.View(query.Get("view"))
		if err != nil {
			return DocumentsInfo{}, nil, err
		}
		d, err := v.Documents(ctx, generation, number)
		if err != nil {
			return DocumentsInfo{}, nil, err
		}
		info := DocumentsInfo{Documents: d.Count, More: d.More, Changed: d.Changed, Millis: int(d.Millis), Notices: []PageNotice{}}
		for _, n := range d.Notices {
			info.Notices = append(info.Notices, PageNotice{Text: n.Text, Detail: n.Detail})
		}
		return info, d.Text, nil
	})
}
