// Package cases reads and runs case files: a call to a driver, the engine's responses, and the exact expected result.
// testdata/cases/README.md describes the files. Only tests use it.
package cases

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quarry/drivers/driver"
)

// Case is one case file.
type Case struct {
	Sentence   string      `case:"case"`
	Spec       []string    `case:"spec,may"`
	Note       string      `case:"note,may"`
	Driver     string      `case:"driver"`
	Connection *Connection `case:"connection,may"`
	Object     *Object     `case:"object,may"`
	Run        []Operation `case:"run"`

	file, text string
}

// Connection is what is known about the connection before the first operation.
type Connection struct {
	Version  string `case:"version,may"` // the version that the server reported on opening
	Secure   bool   `case:"secure,may"`
	Settings Pairs  `case:"settings,may"`
}

// Object is the open index or collection, and the schema for its columns.
type Object struct {
	Name   string `case:"name"`
	Schema Body   `case:"schema,may"`
}

// Operation is one operation, the replies to its requests and the expected result.
type Operation struct {
	Name      string    `case:"operation"`
	Arguments Arguments `case:"arguments,may"`
	Replies   []Reply   `case:"replies,may"`
	Then      Then      `case:"then"`
}

// Arguments are the arguments of all operations; README.md says which operation takes which.
type Arguments struct {
	Object  *string  `case:"object,may"` // nil for the case's own
	Objects []string `case:"objects,may"`
	Name    string   `case:"name,may"`
	Also    bool     `case:"also,may"`
	From    int64    `case:"from,may"`
	Size    int64    `case:"size,may"`
	Sort    []SortBy `case:"sort,may"`
	Key     Pairs    `case:"key,may"`

	Any    bool        `case:"any,may"`
	Rows   []FilterRow `case:"rows,may"`
	Column string      `case:"column,may"`
	Text   string      `case:"text,may"`
}

// FilterRow is one row of a filter: a column of the view, or none for a query string.
type FilterRow struct {
	Column      string   `case:"column,may"`
	Operator    string   `case:"operator"`
	Values      []string `case:"values,may"`
	SameElement bool     `case:"sameElement,may"`
	FoldCase    bool     `case:"foldCase,may"`
}

// SortBy is one sort key: a column of the view or, if Field is set, the field to send.
type SortBy struct {
	Column string   `case:"column,may"`
	Field  string   `case:"field,may"`
	Type   string   `case:"type,may"`
	Nested []string `case:"nested,may"`
	Desc   bool     `case:"desc,may"`
}

// Reply is a response, or the error that occurred instead.
type Reply struct {
	Status  int64   `case:"status,may"`
	Headers Headers `case:"headers,may"`
	Body    Body    `case:"body,may"`
	Parts   Pieces  `case:"parts,may"`
	Base64  Binary  `case:"base64,may"`
	Fails   *Fails  `case:"fails,may"`
}

// Fails is the error that occurred instead of a response.
type Fails struct {
	Kind    string `case:"kind"`
	Message string `case:"message"`
	Hint    string `case:"hint,may"`
	Sent    bool   `case:"sent,may"`
}

// operations are the operations that a case can run.
var operations = []string{
	driver.OpOpen, driver.OpObjects, driver.OpResolve, driver.OpColumns, driver.OpCount, driver.OpPage, driver.OpDocument, driver.OpRelease,
	driver.OpStructure, driver.OpDefinition, driver.OpFilter, driver.OpSuggest, driver.OpStatistics,
	driver.OpDashboard, driver.OpExplain, driver.OpPlanCancel,
}

// Files returns the case files in a folder and its subfolders: every name that ends in .json.
func Files(folder string) ([]string, error) { return filesIn(folder, ".json") }

// Recordings returns the recordings in a folder and its subfolders: every name that ends in .jsonl or .jsonl.gz.
func Recordings(folder string) ([]string, error) {
	plain, err := filesIn(folder, ".jsonl")
	if err != nil {
		return nil, err
	}
	packed, err := filesIn(folder, ".jsonl.gz")
	return append(plain, packed...), err
}

func filesIn(folder, ending string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ending) {
			files = append(files, path)
		}
		return err
	})
	slices.Sort(files)
	return files, err
}

// FolderVariable is the environment variable that names a folder with more cases and recordings.
const FolderVariable = "QUARRY_CASES"

// Folder returns the folder in FolderVariable, "" if it is not set. A relative path is relative to root, the module's
// folder. It is an error if the folder does not exist or contains neither a case nor a recording.
func Folder(root string) (string, error) {
	folder := os.Getenv(FolderVariable)
	if folder == "" {
		return "", nil
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(root, folder)
	}
	var found []string
	for _, ending := range []string{".json", ".jsonl", ".jsonl.gz"} {
		files, err := filesIn(folder, ending)
		if err != nil {
			return "", fmt.Errorf("look for cases in the folder of %s: %w", FolderVariable, err)
		}
		found = append(found, files...)
	}
	if len(found) == 0 {
		return "", fmt.Errorf("the folder of %s, %s, holds no case (*.json) and no recording (*.jsonl, *.jsonl.gz)", FolderVariable, folder)
	}
	return folder, nil
}

// Read parses the text of a case file; its errors have name, and the line and column of the problem. If open is set, it
// skips the expectations, since they are going to be rewritten.
func Read(name, text string, open bool) (*Case, error) {
	r := &reader{file: name, text: text, open: open}
	c := &Case{file: name, text: text}
	if err := r.whole(c); err != nil {
		return nil, err
	}
	return c, nil
}
