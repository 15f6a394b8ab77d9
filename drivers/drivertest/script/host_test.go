package script

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestPickedPathsKeepTheEnginesText(t *testing.T) {
	root, err := parse(`{"a":{"b":1.50},"l":[{"x":1},{"y":2}],"n":null}`)
	require.NoError(t, err)
	rows := map[string]string{"a.b": "1.50", "a": `{"b":1.50}`, "l.*.x": "[1,null]", "n": "null", "gone": "", "gone.*.x": ""}
	for path, want := range rows {
		require.Equal(t, want, pick(root, path), path)
	}
}

func TestASchemaIsWalkedFieldThenMultiFieldsThenChildren(t *testing.T) {
	root, err := parse(`{"i":{"p":{"o":{"p":{"in":{"type":"long"}}},"t":{"type":"text","f":{"k":{"type":"keyword"}}}}}}`)
	require.NoError(t, err)
	reply := driver.Reply{Walked: string(records(root, []driver.FieldSpec{{At: "*.p", Through: "p", Sub: "f", Keys: []string{"type"}}}))}
	var seen []string
	reply.EachRecord(func(_ int, r *driver.Record) { seen = append(seen, r.Name+" "+r.Attrs[0]) })
	require.Equal(t, []string{"o ", "in long", "t text", "k keyword"}, seen)
}

func TestAListIsWalkedByItsNames(t *testing.T) {
	root, err := parse(`[{"name":"b","n":1},{"name":"a"}]`)
	require.NoError(t, err)
	reply := driver.Reply{Walked: string(records(root, []driver.FieldSpec{{Name: "name", Keys: []string{"n"}}}))}
	var seen []string
	reply.EachRecord(func(_ int, r *driver.Record) { seen = append(seen, r.Name+" "+r.Attrs[0]) })
	require.Equal(t, []string{"b 1", "a "}, seen)
}

func TestWhatIsNoJSONIsAnError(t *testing.T) {
	for _, body := range []string{"", "<html>", `{"a":`} {
		_, err := parse(body)
		require.Error(t, err, body)
	}
}
