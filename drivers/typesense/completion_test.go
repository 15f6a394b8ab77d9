package typesense_test

// SPEC: CNS-07

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// The facts for the console say what a field needs to be sorted by, filtered by and so on, by the titles of the
// structure's columns.
func TestTheConsoleJudgesFieldsByColumnsOfTheStructure(t *testing.T) {
	data, err := os.ReadFile("completion.json")
	require.NoError(t, err)
	var facts struct {
		Words struct {
			Fields struct {
				Needs map[string][]map[string][]string
			}
		}
	}
	require.NoError(t, json.Unmarshal(data, &facts))
	h := host(t, map[string]script.Response{"GET /collections/items": recorded(t, versions[0], "coll.get.items_after")})
	set := &driver.Structure{}
	require.NoError(t, run(h, driver.OpStructure, &driver.StructureArgs{Object: "items"}, set))
	titles := map[string]bool{"": true} // the type
	for _, c := range set.Columns {
		titles[c.Title] = true
	}
	require.NotEmpty(t, facts.Words.Fields.Needs)
	for parameter, lists := range facts.Words.Fields.Needs {
		for _, list := range lists {
			for title := range list {
				require.True(t, titles[title], "%s needs %q, which is no column", parameter, title)
			}
		}
	}
}
