package console_test

// SPEC: CNS-08

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/work/console"
	"quarry/drivers/driver"
)

func TestARequestIsSavedWithWhatItNeedsAndNeverWithACredential(t *testing.T) {
	const several = "@index = \"books\"\n@size = 3\n\nGET /authors\n\n# the newest\nGET /{{index}}/_search\n{\"size\": 1.0}\n\nDELETE /x\n"
	at := func(part string) console.Selection {
		place := strings.Index(several, part)
		return console.Selection{From: place, To: place}
	}
	rows := []struct {
		name, engine, text string
		what               console.Selection
		want, refusal      string
	}{
		{"the request at the cursor, with its comment and the variable that it uses", "elasticsearch", several, at("1.0"), "@index = \"books\"\n# the newest\nGET /{{index}}/_search\n{\"size\": 1.0}", ""},
		{"the first one, with the definitions above it", "elasticsearch", several, at("/authors"), "@index = \"books\"\n@size = 3\n\nGET /authors", ""},
		{"the whole text", "elasticsearch", several, console.Selection{All: true}, strings.TrimSpace(several), ""},
		{"nothing", "elasticsearch", "# no request", console.Selection{}, "", "There is no request to save."},
		{"another text", "elasticsearch", "curl -u joe:secret", console.Selection{All: true}, "", "it does not begin with a request"},
		{"a route of users", "elasticsearch", "PUT /_security/user/joe\n{\"x\":\"y\"}", console.Selection{}, "", "it can carry credentials"},
		{"a private route in the whole text", "typesense", "GET /collections\nPOST /keys\n{\"x\":\"y\"}", console.Selection{All: true}, "", "it can carry credentials"},
		{"the request beside it", "typesense", "GET /collections\nPOST /keys\n{}", console.Selection{}, "GET /collections", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := speaking(t, greeting[row.engine], ok)
			s, c := opened(t, e, row.engine, ""), console.New()
			got, err := c.Snippet(t.Context(), s, row.text, row.what)
			require.Empty(t, e.heard(), "nothing is sent")
			require.Equal(t, row.want, got)
			if row.refusal == "" {
				require.NoError(t, err)
				return
			}
			var refused *driver.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, driver.Refused, refused.Kind)
			require.Contains(t, refused.Message, row.refusal)
		})
	}
}
