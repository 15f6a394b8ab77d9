// SPEC: CON-08, CON-23
package edits

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/systemtest"
	"quarry/drivers/driver"
)

func TestTheBodyOfAPrivateRequestIsNeitherInAFileNorInTheLog(t *testing.T) {
	for id, private := range map[string]bool{"plain-one": false, "private": true} {
		t.Run(id, func(t *testing.T) {
			folder := systemtest.SetTemp(t, t.TempDir())
			s := open(t, session.SafeOff, nil)
			_, err := s.session.Shelf().Put(make([]byte, plugin.DefaultShelf), true) // nothing else fits in memory
			require.NoError(t, err)
			row := named(id, "hush-hush")
			row.Act, row.Base = driver.ActCreate, nil
			p := s.plan(t, row)
			require.Empty(t, p.Refusals)
			require.Equal(t, private, p.Requests[0].Request.Private)

			require.Equal(t, !private, filed(t, folder, "hush-hush"))
			_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
			require.NoError(t, err)
			require.Len(t, s.engine.written(), 1)
			require.Contains(t, s.engine.written()[0], "hush-hush", "what was planned is what is sent")
			all := s.session.Requests.Since(0)
			last := all[len(all)-1]
			require.Equal(t, "/make/"+id, last.Path)
			require.Equal(t, private, last.Gap == "private")
		})
	}
}

// filed reports whether a file in a folder contains a text.
func filed(t *testing.T, folder, text string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "quarry-*"))
	require.NoError(t, err)
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(content), text) {
			return true
		}
	}
	return false
}
