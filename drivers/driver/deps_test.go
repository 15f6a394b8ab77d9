package driver

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// heavy are packages that make a driver large and slow in an interpreter, or give access to something that a driver
// must not have.
var heavy = []string{"fmt", "os", "reflect", "encoding/json", "net", "net/http", "log", "regexp", "sort"}

// guestFolders returns the folders of the packages that are built into drivers: all with Go files, except tests of
// drivers, the laws that test them and modules' main packages.
func guestFolders(t *testing.T) []string {
	t.Helper()
	var folders []string
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir():
			return err
		case entry.Name() == "drivertest" || entry.Name() == "laws" || entry.Name() == "wasm" || entry.Name() == "testdata":
			return filepath.SkipDir
		case len(sources(t, path)) > 0:
			folders = append(folders, path)
		}
		return nil
	}))
	for _, name := range []string{"driver", "driver/gateway", "driver/retry", "driver/found", "elasticsearch", "elasticsearch/es", "typesense"} {
		require.Contains(t, folders, filepath.Join("..", filepath.FromSlash(name)))
	}
	return folders
}

// sources returns the Go files of a folder that are not tests.
func sources(t *testing.T, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

func TestADriverDependsOnNothingThatIsHeavyOrReachesOut(t *testing.T) {
	for _, folder := range guestFolders(t) {
		t.Run(filepath.ToSlash(folder[3:]), func(t *testing.T) {
			list := exec.Command("go", "list", "-deps", "./"+filepath.ToSlash(folder))
			list.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
			out, err := list.Output()
			require.NoError(t, err)
			deps := strings.Fields(string(out))
			require.Contains(t, deps, "quarry/drivers/"+filepath.ToSlash(folder[3:]))
			for _, dep := range deps {
				require.NotContains(t, heavy, dep)
				first, _, _ := strings.Cut(dep, "/")
				require.NotContains(t, first, ".", "%s is a module of somebody else", dep)
				require.False(t, strings.HasPrefix(dep, "quarry/") && !strings.HasPrefix(dep, "quarry/drivers/"), dep)
			}
		})
	}
}

// TestOnlyTestsBelowDriversImportTheBackend: a third-party driver is built from drivers/ alone.
func TestOnlyTestsBelowDriversImportTheBackend(t *testing.T) {
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "quarry/drivers/...")
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := list.Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "quarry/drivers/drivertest/script ")
	for _, line := range strings.Split(string(out), "\n") {
		require.NotContains(t, line, "quarry/backend/")
	}
}

// TestLawsImportNothingOfTheHost: packages of the laws, and their tests, import the contract, the standard library and
// libraries for tests.
func TestLawsImportNothingOfTheHost(t *testing.T) {
	list := exec.Command("go", "list", "-f", `{{range .Imports}}{{$.ImportPath}} {{.}}
{{end}}{{range .TestImports}}{{$.ImportPath}} {{.}}
{{end}}{{range .XTestImports}}{{$.ImportPath}} {{.}}
{{end}}`, "quarry/drivers/driver/laws/...")
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := list.Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "quarry/drivers/driver/laws/broken quarry/drivers/driver\n")
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		from, path, found := strings.Cut(line, " ")
		if !found {
			continue
		}
		first, _, _ := strings.Cut(path, "/")
		contract := path == "quarry/drivers/driver" || strings.HasPrefix(path, "quarry/drivers/driver/")
		library := strings.HasPrefix(path, "github.com/stretchr/testify/") || strings.HasPrefix(path, "github.com/tidwall/")
		standard := first != "quarry" && !strings.Contains(first, ".")
		require.True(t, contract || library || standard, "%s imports %s", from, path)
	}
}

// TestADriverIsPlainStraightLineCode: an operation is a function of its input, and is only suspended in its requests.
func TestADriverIsPlainStraightLineCode(t *testing.T) {
	for _, folder := range guestFolders(t) {
		for _, file := range sources(t, folder) {
			set := token.NewFileSet()
			tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for _, fault := range faults(tree) {
				t.Errorf("%s: %s", set.Position(fault.at), fault.what)
			}
		}
	}
}

// fault is something that a driver must not have.
type fault struct {
	at   token.Pos
	what string
}

func faults(tree *ast.File) []fault {
	var found []fault
	for _, spec := range tree.Imports {
		switch path := strings.Trim(spec.Path.Value, `"`); path {
		case "sync", "sync/atomic", "context", "math/rand", "math/rand/v2", "crypto/rand":
			found = append(found, fault{spec.Pos(), "it imports " + path})
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if what := forbidden(n); what != "" {
			found = append(found, fault{n.Pos(), what})
		}
		return true
	})
	return found
}

func forbidden(n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "a goroutine"
	case *ast.SelectStmt:
		return "a select"
	case *ast.ChanType:
		return "a channel"
	case *ast.SendStmt:
		return "a send on a channel"
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "a receive from a channel"
		}
	case *ast.SelectorExpr:
		return forbiddenCall(n)
	}
	return ""
}

// forbiddenCall checks uses of names of other packages.
func forbiddenCall(n *ast.SelectorExpr) string {
	x, ok := n.X.(*ast.Ident)
	if !ok {
		return ""
	}
	switch name := x.Name + "." + n.Sel.Name; name {
	case "time.Now", "time.Sleep", "time.Since", "time.Until", "time.After", "time.Tick", "time.NewTimer", "time.NewTicker", "time.AfterFunc",
		"runtime.Goexit", "runtime.Gosched":
		return name
	}
	return ""
}

func TestTheReaderOfDriversFindsWhatDoesNotBelong(t *testing.T) {
	rows := []struct{ name, code, want string }{
		{"a goroutine", "func f() { go f() }", "a goroutine"},
		{"a channel", "var c chan int", "a channel"},
		{"a receive", "func f() { <-c }", "a receive from a channel"},
		{"a send", "func f() { c <- 1 }", "a send on a channel"},
		{"a select", "func f() { select {} }", "a select"},
		{"the clock", "func f() { time.Now() }", "time.Now"},
		{"a rest", "func f() { time.Sleep(1) }", "time.Sleep"},
		{"a lock", "import \"sync\"", "it imports sync"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			tree, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+row.code, parser.SkipObjectResolution)
			require.NoError(t, err)
			found := faults(tree)
			require.NotEmpty(t, found)
			require.Equal(t, row.want, found[0].what)
		})
	}
}

// messageTypes returns the names of this package's types with a method Fields that takes a codec.
func messageTypes(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, file := range sources(t, ".") {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Fields" || len(f.Type.Params.List) != 1 {
				continue
			}
			if star, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
				names = append(names, star.X.(*ast.Ident).Name)
			}
		}
	}
	return names
}
