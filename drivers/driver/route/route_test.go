package route

// SPEC: CNS-06

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPathIsReadAsAnyServerOnTheWayCouldReadIt(t *testing.T) {
	rows := []struct {
		path string
		want [][]string
	}{
		{"/", [][]string{{}}},
		{"/books/_search", [][]string{{"books", "_search"}}},
		{"/books/_search/", [][]string{{"books", "_search"}}},
		{"/%5Fsql", [][]string{{"_sql"}}},
		{"/%255fsql", [][]string{{"_sql"}}},
		{"/%25255Fsql", [][]string{{"_sql"}}},
		{"/_xpack%2Fsql", [][]string{{"_xpack", "sql"}}},
		{"/_xpack%5Csql", [][]string{{"_xpack", "sql"}}},
		{"//_sql", [][]string{{"_sql"}}},
		{"/a/%2e%2E/_sql", [][]string{{"a", "..", "_sql"}, {"_sql"}}},
		{"/%2e/_sql", [][]string{{".", "_sql"}, {"_sql"}}},
		{"/../_sql", [][]string{{"..", "_sql"}, {"_sql"}}},
		{"/100%/%zz/%4", [][]string{{"100%", "%zz", "%4"}}},
		{"/b%C3%BCcher", [][]string{{"bücher"}}},
	}
	for _, row := range rows {
		t.Run(row.path, func(t *testing.T) { require.Equal(t, row.want, Readings(row.path)) })
	}
}

func TestAWordEndsWhereAParameterBegins(t *testing.T) {
	for _, part := range []string{"_sql", "_SQL", "_sql ", "_sql?format=json", "_sql;x", "_sql#x", "_sql\x00"} {
		require.Equal(t, "_sql", Word(part), "%q", part)
	}
	require.Equal(t, "_sqlx", Word("_sqlx"))
}
