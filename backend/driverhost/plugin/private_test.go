// SPEC: CON-08, CON-23
package plugin

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/transport"
	"quarry/backend/testing/systemtest"
	"quarry/drivers/driver"
)

const newKey = "a-key-that-the-server-made-just-now"

// filed returns whether a file below a folder contains a text.
func filed(t *testing.T, folder, text string) bool {
	t.Helper()
	found := false
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		found = found || strings.Contains(string(content), text)
		return err
	}))
	return found
}

func TestAPrivateRequestLeavesNothingOfItselfInAFileOrInTheLog(t *testing.T) {
	for _, private := range []bool{false, true} {
		t.Run(fmt.Sprint("private: ", private), func(t *testing.T) {
			folder := systemtest.SetTemp(t, t.TempDir())
			c, _ := client(t, func(w http.ResponseWriter, r *http.Request) {
				asked, _ := io.ReadAll(r.Body)
				fmt.Fprintf(w, `{"keys":[{"id":1,"key":%q,"of":%s}]}`, newKey, asked)
			})
			reads, err := transport.ParseReads([]transport.Route{{Method: "POST", Path: "/keys"}})
			require.NoError(t, err)
			log := requestlog.New(reads, c.Redact)
			c.Observe(log.Observe)
			shelf := NewShelf(0).SpillTo(func() (string, error) { return folder, nil })
			e := NewExec(FromTransport(transport.Guarded{Next: c, Reads: reads, Safety: transport.NewSafety(transport.SafeOff)}), ExecOptions{Shelf: shelf, Sink: &sunk{}})
			request := driver.Request{
				Method: "POST", Path: "/keys", Query: "named=" + newKey, Body: []byte(`{"wanted":"` + newKey + `"}`), Purpose: "keys", Private: private,
				Headers: []driver.Header{{Name: "Content-Type", Value: "application/x-made"}},
			}

			reply := send(t, e, driver.Send{Request: request, Verb: driver.Keep, Keep: &driver.KeepPlan{At: "keys"}})
			require.Nil(t, reply.Err)
			kept, err := shelf.Get(reply.Kept[0].Document)
			require.NoError(t, err)
			require.Contains(t, string(kept), newKey, "the driver can still read what was kept")

			assert.Equal(t, !private, filed(t, folder, newKey), "the response is in a file")
			entry, _ := log.Get(1)
			require.Equal(t, "POST /keys 200", fmt.Sprint(entry.Method, " ", entry.Path, " ", entry.Status))
			assert.Equal(t, !private, strings.Contains(entry.Query+entry.Body(), newKey), "the request is in the log")
			assert.Equal(t, !private, entry.ContentType == "application/x-made")
		})
	}
}

func TestAPrivateAnswerIsNotWrittenToAnExport(t *testing.T) {
	sink, sent := &sunk{}, 0
	c, _ := client(t, func(w http.ResponseWriter, _ *http.Request) {
		sent++
		_, _ = io.WriteString(w, `{"key":"`+newKey+`"}`)
	})
	e := NewExec(FromTransport(c), ExecOptions{Sink: sink})
	for _, plan := range []driver.LinesPlan{{}, {At: "keys"}} {
		reply := send(t, e, driver.Send{Request: driver.Request{Method: "GET", Path: "/keys", Private: true}, Verb: driver.Lines, Lines: &plan})
		require.Equal(t, driver.Refused, reply.Err.Kind)
	}
	require.Zero(t, sent)
}
