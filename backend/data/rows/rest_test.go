// SPEC: A-BRO-16, B-BRO-07

package rows

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheAttributesThatNobodyNamedComeAsOneObject(t *testing.T) {
	response := `{"books":{"mappings":{"properties":{
		"title":{"type":"text", "norms" : false,"fields":{"raw":{"type":"keyword","ignore_above":256}},"meta":{"a":[1.0, "x"]}},
		"o":{"dynamic":"strict","properties":{"x":{"boost":1e2,"type":"long"}},"a\u0062":null},
		"plain":{"type":"long"},
		"empty":{}
	}}}}`
	spec := FieldsSpec{At: "*.mappings.properties", Through: "properties", Sub: "fields", Keys: []string{"type"}, Rest: true}
	records, err := Fields([]byte(response), []FieldsSpec{spec})
	require.NoError(t, err)
	require.Equal(t, []string{
		`title text|{"norms" : false,"meta":{"a":[1.0, "x"]}} parent -1`,
		`title>raw keyword|{"ignore_above":256} parent 0 sub`,
		`o |{"dynamic":"strict","a\u0062":null} parent -1`,
		`o>x long|{"boost":1e2} parent 2`,
		`plain long| parent -1`,
		`empty | parent -1`,
	}, outline(records))
}

func TestTheNameOfAFieldInAListIsNoneOfTheRest(t *testing.T) {
	records, err := Fields([]byte(`{"fields":[{"name":"v","type":"float[]","num_dim":3,"embed":{"from":["a"]}}]}`),
		[]FieldsSpec{{At: "fields", Name: "name", Keys: []string{"type"}, Rest: true}})
	require.NoError(t, err)
	require.Equal(t, []string{`v float[]|{"num_dim":3,"embed":{"from":["a"]}} parent -1`}, outline(records))
}

func TestAnAttributeOfTheRestThatIsNoJSONIsAnError(t *testing.T) {
	for _, broken := range []string{`{"x":{"a":01}}`, `{"x":{"a":"\u12"}}`, `{"x":{"a":[1,}}`} {
		_, err := Fields([]byte(broken), []FieldsSpec{{Rest: true}})
		var syntax *SyntaxError
		require.ErrorAs(t, err, &syntax, broken)
	}
}
