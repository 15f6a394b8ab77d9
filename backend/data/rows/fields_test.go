// SPEC: A-BRO-04, A-BRO-05, A-BRO-10, B-BRO-03

package rows

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var mappingSpec = FieldsSpec{At: "*.mappings.properties", Through: "properties", Sub: "fields", Keys: []string{"type", "path", "index", "doc_values"}}

// outline returns one line per record: path, attributes, and parent.
func outline(records *Records) []string {
	var out []string
	for _, r := range records.List {
		line := fmt.Sprintf("%s %v parent %d", strings.Join(r.Segments, ">"), strings.Join(r.Attrs, "|"), r.Parent)
		if r.Sub {
			line += " sub"
		}
		out = append(out, line)
	}
	return out
}

func TestAMappingGivesItsFieldsInDocumentOrder(t *testing.T) {
	response := `{"books":{"mappings":{"dynamic":"strict","_meta":{"x":{"type":"trap"}},"properties":{
		"title":{"type":"text","fields":{"raw":{"type":"keyword","doc_values":false},"type":{"type":"text"}}},
		"authors":{"type":"nested","properties":{"name":{"type":"keyword"},"properties":{"type":"long","index":false}}},
		"o":{"properties":{"deep.er":{"properties":{"x":{"type":"alias","path":"o.\u0079"}}}}},
		"":{"type":"flattened"},
		"empty":{}
	}}}}`
	records, err := Fields([]byte(response), []FieldsSpec{mappingSpec})
	require.NoError(t, err)
	require.Equal(t, []string{
		"title text||| parent -1",
		"title>raw keyword|||false parent 0 sub",
		"title>type text||| parent 0 sub",
		"authors nested||| parent -1",
		"authors>name keyword||| parent 3",
		"authors>properties long||false| parent 3",
		"o ||| parent -1",
		"o>deep.er ||| parent 6",
		"o>deep.er>x alias|o.y|| parent 7",
		" flattened||| parent -1",
		"empty ||| parent -1",
	}, outline(records))
	require.Equal(t, "o.deep.er.x", records.List[8].Path)
	require.Equal(t, []string{"o", "deep.er", "x"}, records.List[8].Segments)
}

func TestMultiFieldsStandRightAfterTheirFieldWhereverTheyAreWritten(t *testing.T) {
	response := `{"fields":{"a":{"properties":{"b":{"fields":{"s":{}},"properties":{"c":{}}},"d":{}},"fields":{"m":{"fields":{"n":{}}},"k":{}},"type":"x"},"z":{"properties":{"y":{}}}}}`
	records, err := Fields([]byte(response), []FieldsSpec{{At: "fields", Through: "properties", Sub: "fields", Keys: []string{"type"}}})
	require.NoError(t, err)
	require.Equal(t, []string{
		"a x parent -1",
		"a>m  parent 0 sub",
		"a>m>n  parent 1 sub",
		"a>k  parent 0 sub",
		"a>b  parent 0",
		"a>b>s  parent 4 sub",
		"a>b>c  parent 4",
		"a>d  parent 0",
		"z  parent -1",
		"z>y  parent 8",
	}, outline(records))
}

func TestAListOfFieldsIsNamedByItsKey(t *testing.T) {
	response := `{"name":"books","num_documents":7,"fields":[
		{"facet":true,"name":"title","type":"string","symbols":[ "a" ]},
		{"name":"authors.name","type":"string[]","nested":false},
		{"type":"auto","name":".*"}]}`
	records, err := Fields([]byte(response), []FieldsSpec{{At: "fields", Name: "name", Keys: []string{"type", "facet", "symbols", "name"}}})
	require.NoError(t, err)
	require.Equal(t, []string{
		`title string|true|[ "a" ]|title parent -1`,
		"authors.name string[]|||authors.name parent -1",
		".* auto|||.* parent -1",
	}, outline(records))
}

func TestSeveralSchemasComeInOneWalk(t *testing.T) {
	response := `{"i":{"mappings":{"runtime":{"rt":{"type":"long"}},"properties":{"a":{"type":"text"}}}},"j":{"mappings":{}},"k":{"mappings":{"properties":{"b":{"type":"date"}}}}}`
	records, err := Fields([]byte(response), []FieldsSpec{mappingSpec, {At: "*.mappings.runtime", Keys: []string{"type"}}, {At: "i.mappings.properties"}})
	require.NoError(t, err)
	var got []string
	for _, r := range records.List {
		got = append(got, fmt.Sprint(r.Spec, r.Path, r.Attrs))
	}
	require.Equal(t, []string{"1rt[long]", "2a[]", "0a[text   ]", "0b[date   ]"}, got)
}

func TestValuesBesideASchemaComeInTheSameWalk(t *testing.T) {
	response := []byte(`{"i":{"mappings":{"_source":{"enabled":false},"properties":{"a":{"type":"text"}}}},"j":{"mappings":{"properties":{"b":{"type":"date"}}}}}`)
	specs := []FieldsSpec{mappingSpec}
	plain, err := Fields(response, specs)
	require.NoError(t, err)
	require.Nil(t, plain.Picked)
	for name, picks := range map[string][]string{
		"beside it":     {"*.mappings._source"},
		"around it":     {"*.mappings", "i", ""},
		"inside it":     {"*.mappings.properties.*.type", "j.mappings.properties.b"},
		"nowhere":       {"*.settings", "k"},
		"the schema":    {"i.mappings.properties"},
		"several alike": {"*.mappings._source", "*.mappings._source.enabled"},
	} {
		t.Run(name, func(t *testing.T) {
			want, err := Pick(response, picks)
			require.NoError(t, err)
			got, err := Fields(response, specs, picks...)
			require.NoError(t, err)
			require.Equal(t, want, got.Picked)
			require.Equal(t, plain.List, got.List)
		})
	}
}

func TestASchemaThatIsNotThereGivesNoField(t *testing.T) {
	for name, response := range map[string]string{
		"no mapping":    `{"i":{"mappings":{}}}`,
		"no index":      `{}`,
		"another shape": `{"i":{"mappings":[]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			records, err := Fields([]byte(response), []FieldsSpec{mappingSpec})
			require.NoError(t, err)
			require.Empty(t, records.List)
		})
	}
}

func TestABrokenSchemaIsAnError(t *testing.T) {
	listed := FieldsSpec{At: "fields", Name: "name", Keys: []string{"type"}}
	for name, row := range map[string]struct {
		response string
		spec     FieldsSpec
		what     string
	}{
		"fields that are a list":        {`{"i":{"mappings":{"properties":[]}}}`, mappingSpec, "an object of fields"},
		"a field that is a string":      {`{"i":{"mappings":{"properties":{"a":"text"}}}}`, mappingSpec, "a field"},
		"children that are a number":    {`{"i":{"mappings":{"properties":{"a":{"properties":1}}}}}`, mappingSpec, "an object of fields"},
		"an end in a field":             {`{"i":{"mappings":{"properties":{"a":{"type":"te`, mappingSpec, "without an end"},
		"a bad attribute":               {`{"i":{"mappings":{"properties":{"a":{"index":tru}}}}}`, mappingSpec, "a value"},
		"fields that are an object":     {`{"fields":{}}`, listed, "an array of fields"},
		"a field without a name":        {`{"fields":[{"type":"x"}]}`, listed, "a field with a name"},
		"a name that is a number":       {`{"fields":[{"name":1}]}`, listed, "the name of a field"},
		"a field that is not an object": {`{"fields":["x"]}`, listed, "a field"},
		"fields in fields, too deep":    {`{"i":{"mappings":{"properties":` + strings.Repeat(`{"a":{"properties":`, deepest/2), mappingSpec, "deep"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Fields([]byte(row.response), []FieldsSpec{row.spec})
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
			require.Contains(t, syntax.What, row.what)
		})
	}
}

func TestALargeMappingKeepsEveryField(t *testing.T) {
	records, err := Fields(mapping(1000), []FieldsSpec{mappingSpec})
	require.NoError(t, err)
	require.Len(t, records.List, 1000+100+100+10)
	last := records.List[len(records.List)-1]
	require.Equal(t, []string{"section9", "block9", "field_number_999"}, last.Segments)
	require.Equal(t, "section9.block9", records.List[last.Parent].Path)
}
