package elastictest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// Columns reads the columns of an index with this mapping and formats each as "path kind flags -> how it sorts".
func Columns(t *testing.T, h *script.Host, index string) ([]string, *driver.ColumnSet) {
	t.Helper()
	var set driver.ColumnSet
	require.NoError(t, Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: index}, &set))
	var lines []string
	for i := range set.Columns {
		k := &set.Columns[i]
		sort := "self"
		if k.Sort == "" {
			sort = "not: " + k.Reason
		} else if sub, ok := strings.CutPrefix(k.Sort, k.Name+"."); ok {
			sort = "sub " + sub
		} else {
			require.Equal(t, k.Name, k.Sort)
		}
		lines = append(lines, k.Name+" "+Kinds[k.Kind]+flags(k.Flags)+" -> "+sort)
	}
	return lines, &set
}

// Mapped returns a host that responds with this mapping for the index "i".
func Mapped(t *testing.T, version, mappings string) *script.Host {
	t.Helper()
	return Opened(t, version, map[string]script.Response{"GET /i/_mapping": script.JSON(200, `{"i":{"mappings":`+mappings+`}}`)})
}

// Kinds are the names of column kinds in these tests.
var Kinds = map[driver.ColumnKind]string{
	driver.KindText: "text", driver.KindNumber: "number", driver.KindBoolean: "boolean", driver.KindDate: "date", driver.KindJSON: "json",
}

// United reads the columns of "u*", which refers to indices with these mappings, and formats each as "name (type) kind
// flags -> how it sorts | conflict".
func United(t *testing.T, version string, mappings ...string) ([]string, *driver.ColumnSet) {
	t.Helper()
	var each []string
	for i, m := range mappings {
		each = append(each, fmt.Sprintf(`"u%d":{"mappings":%s}`, i+1, m))
	}
	h := Opened(t, version, map[string]script.Response{"GET /u*/_mapping": script.JSON(200, "{"+strings.Join(each, ",")+"}")})
	var set driver.ColumnSet
	require.NoError(t, Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "u*"}, &set))
	var lines []string
	for i := range set.Columns {
		lines = append(lines, Written(&set.Columns[i]))
	}
	return lines, &set
}

// Written formats a column on one line, for comparisons.
func Written(c *driver.Column) string {
	line := c.Name + " (" + c.Type + ") " + Kinds[c.Kind] + flags(c.Flags) + " -> "
	if c.Sort == "" {
		line += "not: " + c.Reason
	} else {
		line += strings.TrimSpace(c.Sort + " " + c.Unmapped + " " + c.Numeric)
	}
	if c.Conflict != "" {
		line += " | " + c.Conflict
	}
	return line
}

func flags(f driver.ColumnFlags) string {
	out := ""
	for _, each := range []struct {
		flag driver.ColumnFlags
		name string
	}{
		{driver.FlagNested, "nested"}, {driver.FlagLeaf, "leaf"}, {driver.FlagAlias, "alias"},
		{driver.FlagRow, "row"}, {driver.FlagInteger, "integer"},
	} {
		if f&each.flag != 0 {
			out += " " + each.name
		}
	}
	return out
}
