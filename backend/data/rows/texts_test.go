// SPEC: A-BRO-16, B-BRO-07

package rows

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATableOfTextsIsReadAsAPage(t *testing.T) {
	block, err := Texts([]string{"Name", "Type"}, [][]string{{"title", "text"}, {"", "größe 😀"}, {"a\xffb", ""}})
	require.NoError(t, err)
	page, err := Decode(block)
	require.NoError(t, err)
	require.Equal(t, 3, page.Rows)
	require.Equal(t, 2, page.Visible)
	require.Equal(t, []string{"Name", "Type"}, page.Names)
	var cells []string
	for row := range page.Rows {
		for column := range page.Names {
			kind, text := page.Cell(row, column)
			require.Equal(t, text == "", kind == Missing)
			cells = append(cells, text)
		}
	}
	require.Equal(t, []string{"title", "text", "", "größe 😀", "a\ufffdb", ""}, cells)
}

func TestATableWithoutRowsIsAPageWithoutRows(t *testing.T) {
	block, err := Texts([]string{"Name"}, nil)
	require.NoError(t, err)
	page, err := Decode(block)
	require.NoError(t, err)
	require.Zero(t, page.Rows)
	require.Equal(t, []string{"Name"}, page.Names)
}

func TestARowWithAnotherNumberOfTextsIsRefused(t *testing.T) {
	_, err := Texts([]string{"Name"}, [][]string{{"a"}, {"b", "c"}})
	require.ErrorContains(t, err, "row 1 of the table has 2 texts for 1 names")
}
