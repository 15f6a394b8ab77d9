package conformance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// exactValues: every cell has the characters of the engine's own response, parsed independently of driver and kernels,
// and shows everything that the document has at its column's path. The operation document returns the document byte for
// byte.
func exactValues(t T, s *stand) {
	c := s.connect(t)
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		documents := byName(t, o)
		places := v.places()
		all := c.walk(t, v, nil, v.third(t, c), 2*len(documents)+1)
		require.NotEmptyf(t, all, "%s has no rows", o.Name)
		for _, r := range all {
			key := name(r.key())
			document, ok := documents[key]
			require.Truef(t, ok, "%s has no document %s", o.Name, key)
			root, err := readJSON(document.Source)
			require.NoErrorf(t, err, "%s, %s", o.Name, key)
			for column, path := range places {
				if fault := cellFault(r, column, root.reach(path)); fault != "" {
					t.Errorf("%s, %s, column %s: %s", o.Name, key, v.columns[column].Name, fault)
				}
			}
			requirePrimary(t, v, r)
		}
		requireDocuments(t, c, o, documents)
	}
}

func byName(t T, o Object) map[string]Document {
	t.Helper()
	list, err := o.Documents(t.Context())
	require.NoError(t, err)
	documents := make(map[string]Document, len(list))
	for _, d := range list {
		documents[name(d.Key)] = d
	}
	return documents
}

// places returns, by column index, the path inside the document for every column whose values are there.
func (v *view) places() map[int]string {
	meta := map[string]bool{}
	for _, m := range v.set.Meta {
		meta[m.Name] = true
	}
	paths := map[string]string{}
	for i := range v.set.Columns {
		k := &v.set.Columns[i]
		paths[k.Name] = k.Source()
		if k.Flags&driver.FlagRow != 0 {
			delete(paths, k.Name)
		}
	}
	places := map[int]string{}
	for i, c := range v.columns {
		if path, ok := paths[c.Name]; ok && !meta[c.Name] {
			places[i] = path
		}
	}
	return places
}

// cellFault returns what is wrong with a cell, given the document's values for it.
func cellFault(r row, column int, found []*node) string {
	kind, text := r.page.Cell(r.at, column)
	want := tokensOf(found)
	switch kind {
	case rows.Missing:
		if len(found) > 0 {
			return fmt.Sprintf("it is missing, the document has %s", found[0].raw)
		}
	case rows.Null:
		if len(want) > 0 {
			return fmt.Sprintf("it is null, the document has %v", want)
		}
	case rows.JSON:
		return jsonFault(r, column, text, found)
	default:
		return scalarFault(kind, text, want)
	}
	return ""
}

func scalarFault(kind rows.Kind, text string, want []string) string {
	if len(want) != 1 {
		return fmt.Sprintf("it is %q, the document has %v", text, want)
	}
	got := want[0]
	switch kind {
	case rows.String:
		decoded, err := (&node{raw: got}).text()
		if err != nil {
			return fmt.Sprintf("it is the text %q, the document has %s", text, got)
		}
		got = decoded
	case rows.Escaped:
		got = strings.Trim(got, `"`)
	}
	if got != text {
		return fmt.Sprintf("it is %q, the document has %q", text, got)
	}
	return ""
}

// jsonFault compares the keys and scalars of an array or object with the document's; for a cut cell, only its
// beginning.
func jsonFault(r row, column int, text string, found []*node) string {
	if slices.ContainsFunc(r.page.Cuts, func(c rows.Cut) bool { return int(c.Row) == r.at && int(c.Column) == column }) {
		if len(found) == 1 && !strings.HasPrefix(found[0].raw, strings.TrimSuffix(text, "...")) {
			return "its beginning is not the document's"
		}
		return ""
	}
	cell, err := readJSON(text)
	if err != nil {
		return err.Error()
	}
	if got, want := cell.tokens(), tokensOf(found); !slices.Equal(got, want) {
		return fmt.Sprintf("it has %v, the document has %v", got, want)
	}
	return ""
}

// requirePrimary: the first column shows the key that identifies the document.
func requirePrimary(t T, v *view, r row) {
	t.Helper()
	_, shown := r.page.Cell(r.at, 0)
	_, id := r.page.Cell(r.at, r.page.Column(v.set.Plan.NameOf(driver.RoleKey)))
	require.Equalf(t, id, shown, "%s: the column %s", v.object.Name, v.columns[0].Name)
}

func requireDocuments(t T, c *connection, o Object, documents map[string]Document) {
	t.Helper()
	if !c.has(t, driver.OpDocument) {
		return
	}
	for key, d := range documents {
		read := do[driver.Document](t, c, call{op: driver.OpDocument, args: &driver.DocumentArgs{Object: o.Name, Key: d.Key}})
		require.Equalf(t, d.Source, read.Source, "%s, %s", o.Name, key)
	}
}
