package driver

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAColumnNamesTheArraysAroundItsValues(t *testing.T) {
	columns := []Column{
		{Name: "parts", Flags: FlagNested}, {Name: "parts.qty"}, {Name: "parts.bolts", Flags: FlagNested}, {Name: "parts.bolts.size"},
		{Name: "partsOf.x"}, {Name: "author.name"}, {Name: "size", At: "parts.bolts.size", Flags: FlagAlias}, {Name: "parts.now", Flags: FlagRow},
	}
	PlaceInArrays(columns, "author")
	want := [][]string{nil, {"parts"}, {"parts"}, {"parts", "parts.bolts"}, nil, {"author"}, {"parts", "parts.bolts"}, nil}
	for i, around := range want {
		require.Equal(t, around, columns[i].Nested, columns[i].Name)
	}
}
