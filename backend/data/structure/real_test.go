// SPEC: A-BRO-02, A-BRO-16, CON-24
package structure

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

func TestARealIndexTellsWhatItIsMadeOf(t *testing.T) {
	for version, url := range map[string]string{"8.16": enginetest.ES8(t), "7.17": enginetest.ES7(t)} {
		t.Run(version, func(t *testing.T) {
			enginetest.Index(t, url, "structure-books", `{"settings":{"number_of_replicas":0,"analysis":{"analyzer":{"default":{"type":"english"}},
				"normalizer":{"folded":{"type":"custom","filter":["lowercase"]}}}},
				"mappings":{"dynamic":"strict","_routing":{"required":true},"runtime":{"year":{"type":"long"}},"properties":{
				"title":{"type":"text","fields":{"raw":{"type":"keyword","ignore_above":256}}},"plain":{"type":"text","analyzer":"standard"},
				"code":{"type":"keyword","normalizer":"folded","doc_values":false},"at":{"type":"date","format":"yyyy-MM-dd"},
				"to":{"type":"alias","path":"code"},"len":{"type":"integer","index":false,"coerce":false,"null_value":0},
				"place":{"type":"geo_point"},"raw":{"type":"object","enabled":false},
				"authors":{"type":"nested","properties":{"name":{"type":"keyword"},"pets":{"type":"nested","properties":{"kind":{"type":"keyword"}}}}}}}}`)
			enginetest.Index(t, url, "structure-other", `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"at":{"type":"keyword"},"title":{"type":"text"}}}}`)
			s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)

			found, err := Read(t.Context(), s, "structure-books")
			require.NoError(t, err)
			require.Equal(t, []string{
				"_id|meta",
				"at|date|yes|yes|||yyyy-MM-dd",
				"authors|nested|||||JSON column, not sortable, not filterable",
				"authors.name|keyword|yes|yes|||in authors",
				"authors.pets|nested|||||JSON column, not sortable, not filterable, in authors",
				"authors.pets.kind|keyword|yes|yes|||in authors.pets",
				"code|keyword|yes|no||folded",
				"len|integer|no|yes|||coerce false, null_value 0",
				"place|geo_point|yes|yes",
				"plain|text|yes|no||standard|not sortable",
				"raw|object|||||enabled false",
				"title|text|yes|no|title.raw (keyword)|default",
				"to|alias|||||alias of code",
				"year|runtime long|||||computed at search time",
			}, lines(t, found))
			require.Equal(t, []driver.Text{{Key: "Dynamic", Value: "strict"}, {Key: "Routing", Value: "required true"}}, found.Facts)

			union, err := Read(t.Context(), s, "structure-*")
			require.NoError(t, err)
			require.Contains(t, lines(t, union), "at|date, keyword|yes|yes|||differs: date in structure-books; keyword in structure-other; yyyy-MM-dd")
			require.Contains(t, lines(t, union), "title|text|yes|no|title.raw (keyword)|default, standard|not sortable")

			for name, part := range map[string]string{"mapping": `"required": true`, "settings": `"provided_name": "structure-books"`} {
				text, err := Define(t.Context(), s, "structure-books", name)
				require.NoError(t, err)
				require.Contains(t, string(text.Text), part)
			}

			_, err = Read(t.Context(), s, "structure-nothing")
			e := sessiontest.Failure(t, err)
			require.Equal(t, driver.NotFound, e.Kind)
			require.Equal(t, "no such index [structure-nothing]", e.Message)
		})
	}
}

func TestAUserOfARealEngineWhoMayNotReadTheMappingSeesTheFieldsToSearchBy(t *testing.T) {
	url := enginetest.ES8(t)
	enginetest.Index(t, url, "structure-private", `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"n":{"type":"long"},"t":{"type":"text","fields":{"raw":{"type":"keyword"}}}}}}`)
	key := limitedKey(t, url, `{"reader":{"cluster":["monitor"],"indices":[{"names":["structure-private"],"privileges":["read"]}]}}`)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), sessiontest.Fields{"auth": "apiKey"}), sessiontest.Fields{"apiKey": key})
	found, err := Read(t.Context(), s, "structure-private")
	require.NoError(t, err)
	require.Equal(t, "structure-private: no permission to read the mapping, so these are the fields that can be searched.", found.Note)
	require.Equal(t, []string{"_id|meta", "n|long|yes|yes", "t|text|yes|no", "t.raw|keyword|yes|yes"}, lines(t, found))
	_, err = Define(t.Context(), s, "structure-private", "mapping")
	e := sessiontest.Failure(t, err)
	require.Equal(t, driver.Auth, e.Kind)
	require.Contains(t, e.Message, "action [indices:admin/mappings/get] is unauthorized for API key")
	_, err = Define(t.Context(), s, "structure-private", "settings")
	require.Contains(t, sessiontest.Failure(t, err).Message, "action [indices:monitor/settings/get] is unauthorized")
}

// limitedKey creates an API key with the given rights for the duration of a test. For a user, this node would add the
// rights of its anonymous user.
func limitedKey(t *testing.T, url, rights string) string {
	t.Helper()
	user, password := enginetest.Credentials(t)
	send := func(method, body string) string {
		q, err := http.NewRequest(method, url+"/_security/api_key", strings.NewReader(body))
		require.NoError(t, err)
		q.SetBasicAuth(user, password)
		q.Header.Set("Content-Type", "application/json")
		r, err := http.DefaultClient.Do(q)
		require.NoError(t, err)
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, r.StatusCode, string(text))
		return string(text)
	}
	made := send("POST", `{"name":"quarry-structure","expiration":"10m","role_descriptors":`+rights+`}`)
	t.Cleanup(func() { send("DELETE", `{"ids":["`+gjson.Get(made, "id").Str+`"]}`) })
	return gjson.Get(made, "encoded").Str
}
