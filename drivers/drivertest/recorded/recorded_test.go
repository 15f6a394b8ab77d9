// SPEC: A-BRO-01, A-BRO-03, A-BRO-04, A-BRO-05, A-BRO-06, A-BRO-07, A-BRO-09, A-BRO-10, A-BRO-17, B-BRO-01, B-BRO-02,
// B-BRO-03, B-BRO-05, B-BRO-06, CON-15, CON-17, CON-18, CON-19, CON-24
package recorded_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/conformance/cases"
	"quarry/backend/testing/conformance/recorded"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
	"quarry/drivers/typesense"
)

// root is the module's folder.
const root = "../../.."

var drivers = map[string]driver.Driver{"elasticsearch": elasticsearch.New(), "typesense": typesense.New()}

// read reads one recording and fails the test for everything that was lost.
func read(t *testing.T, file string) *recorded.Report {
	t.Helper()
	r, err := recorded.Load(file)
	require.NoError(t, err)
	require.NotNil(t, drivers[r.Driver], "there is no driver %q", r.Driver)
	report, err := recorded.Read(t.Context(), plugin.Native(drivers[r.Driver]), r)
	require.NoError(t, err)
	t.Logf("%s %s, %s\n%s", r.Driver, r.Version, filepath.Base(file), report)
	const most = 20
	for i, problem := range report.Problems {
		if i == most {
			t.Errorf("and %d more", len(report.Problems)-most)
			break
		}
		t.Error(problem)
	}
	return report
}

// everyKind lists the kinds of responses that each recording in the project has.
var everyKind = map[string][]string{
	"elasticsearch": {
		"lists of objects", "lists that are forbidden", "schemas", "searches", "searches with the columns of the recorded schema",
		"members of several searches in one request", "counts", "documents", "errors",
	},
	"typesense": {
		"greetings", "lists of objects", "lists that are forbidden", "schemas", "searches",
		"searches with the columns of the recorded schema", "members of several searches in one request", "counts", "documents", "errors",
	},
}

func TestEveryRecordedAnswerIsReadWithoutLoss(t *testing.T) {
	greetings := map[string]int{}
	for id, kinds := range everyKind {
		files, err := cases.Recordings(filepath.Join(root, "testdata", "exchanges", id))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			t.Run(id+"/"+filepath.Base(file), func(t *testing.T) {
				report := read(t, file)
				for _, kind := range kinds {
					require.NotZero(t, report.Read[kind], "none of the %s was read", kind)
				}
				require.NotZero(t, report.Rows)
				require.NotZero(t, report.Leaves)
				greetings[id] += report.Read["greetings"]
			})
		}
		require.NotZero(t, greetings[id], "no greeting of %s was read", id)
	}
}

func TestEveryRecordingOfTheGivenFolderIsReadWithoutLoss(t *testing.T) {
	folder, err := cases.Folder(root)
	require.NoError(t, err)
	if folder == "" {
		t.Skip(cases.FolderVariable + " names no folder with more recordings")
	}
	files, err := cases.Recordings(folder)
	require.NoError(t, err)
	t.Logf("%d recordings in %s", len(files), folder)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			require.NotEmpty(t, read(t, file).Read, "it holds no response that an operation reads")
		})
	}
}
