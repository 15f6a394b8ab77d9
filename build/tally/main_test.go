package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const goOutput = `{"Action":"start","Package":"p"}
{"Action":"output","Package":"p","Test":"TestOne","Output":"=== RUN   TestOne\n"}
{"Action":"pass","Package":"p","Test":"TestOne"}
{"Action":"run","Package":"p","Test":"TestTable"}
{"Action":"run","Package":"p","Test":"TestTable/a"}
{"Action":"pass","Package":"p","Test":"TestTable/a"}
{"Action":"run","Package":"p","Test":"TestTable/b"}
{"Action":"output","Package":"p","Test":"TestTable/b","Output":"    x_test.go:7: b is wrong\n"}
{"Action":"fail","Package":"p","Test":"TestTable/b"}
{"Action":"fail","Package":"p","Test":"TestTable"}
{"Action":"output","Package":"p","Test":"TestSkipped","Output":"    x_test.go:9: no real engine: X is not set\n"}
{"Action":"skip","Package":"p","Test":"TestSkipped"}
{"Action":"fail","Package":"p"}
`

func TestEachStageIsCountedAsItsKindSays(t *testing.T) {
	for name, row := range map[string]struct {
		kind, content string
		exit          int
		want          string
		says          []string
	}{
		"go: leaves count, parents do not": {"go", goOutput, 1, "2 passed, 1 failed, 1 skipped",
			[]string{"FAILED p TestTable/b\n", "b is wrong", "skipped 1: no real engine: X is not set"}},
		"go: a parent that fails by itself": {"go", `{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"output","Package":"p","Test":"TestA","Output":"after the rows\n"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p"}`, 1, "1 passed, 1 failed, 0 skipped", []string{"FAILED p TestA\n", "after the rows"}},
		"go: a package that does not compile": {"go", `{"Action":"build-output","ImportPath":"p [p.test]","Output":"p/x.go:1: broken\n"}
{"Action":"build-fail","ImportPath":"p [p.test]"}
{"Action":"fail","Package":"p","FailedBuild":"p [p.test]"}`, 1, "0 passed, 1 failed, 0 skipped", []string{"FAILED p\n", "p/x.go:1: broken"}},
		"go: tests that never ended": {"go", `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"panic: no\n"}
{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"run","Package":"p","Test":"TestB/waits"}
{"Action":"pass","Package":"p","Test":"TestC"}
{"Action":"fail","Package":"p"}`, 1, "1 passed, 1 failed, 0 skipped", []string{"FAILED p: 2 tests did not end, the first of them p TestA\n", "panic: no"}},
		"go: a crash in one test ends others": {"go", `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"panic: no\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}`, 1, "0 passed, 2 failed, 0 skipped", []string{"FAILED p TestB\n", "FAILED p: 1 tests did not end"}},
		"go: packages without tests": {"go", `{"Action":"output","Package":"p","Output":"no test files\n"}
{"Action":"skip","Package":"p"}`, 0, "0 passed, 0 failed, 0 skipped", nil},
		"go: the toolchain itself fails": {"go", "go: cannot find module\n", 1, "0 passed, 1 failed, 0 skipped", []string{"ended with 1", "cannot find module"}},
		"vitest: all states": {"vitest", `{"testResults":[{"name":"f.ts","status":"failed","message":"","assertionResults":[
{"fullName":"adds","status":"passed"},{"fullName":"divides","status":"failed","failureMessages":["by zero"]},{"fullName":"later","status":"todo"}]}]}`, 1,
			"1 passed, 1 failed, 1 skipped", []string{"FAILED f.ts divides", "by zero", "skipped 1: vitest: todo"}},
		"vitest: a file that cannot be loaded": {"vitest", `{"testResults":[{"name":"f.ts","status":"failed","message":"no such import","assertionResults":[]}]}`, 1,
			"0 passed, 1 failed, 0 skipped", []string{"FAILED f.ts", "no such import"}},
		"vitest: no report": {"vitest", "", 0, "0 passed, 1 failed, 0 skipped", []string{"read the report of vitest"}},
		"lines: the last line counts": {"lines", "e2e: 1 passed, 0 failed\nnot ok opens\ne2e: 3 passed, 2 failed, 4 skipped\n", 1,
			"3 passed, 2 failed, 4 skipped", []string{"FAILED e2e, 1 of 2", "not ok opens"}},
		"lines: a failed test is named with its reason": {"lines", "FAIL it opens (0.3 s)\nError: no window\n  at open\n" + strings.Repeat("ok   others (1.0 s)\n", 100) +
			"FAIL it closes\nno time\nskip it sings (0.0 s)\n     no voice\nFAIL it opens (0.3 s)\nError: no window\n  at open\nwindow: 100 passed, 2 failed, 1 skipped\n", 1,
			"100 passed, 2 failed, 1 skipped", []string{"\nfailed: it opens (0.3 s)\nfailed: it closes\n", "FAILED it opens (0.3 s)\n    Error: no window\n      at open\n\n", "FAILED it closes\n    no time\n\n"}},
		"lines: a long reason is cut at its end": {"lines", "FAIL it opens\nError: no window\n" + strings.Repeat("  at open\n", 100) + "e2e: 0 passed, 1 failed\n", 1,
			"0 passed, 1 failed, 0 skipped", []string{"FAILED it opens\n    Error: no window\n"}},
		"lines: a failed test of a run without an end": {"lines", "FAIL it opens\nError: no window\nok   it closes\n", 1,
			"0 passed, 2 failed, 0 skipped", []string{"FAILED it opens\n    Error: no window\n\n", "no line"}},
		"lines: no line":                   {"lines", "started\n", 0, "0 passed, 1 failed, 0 skipped", []string{"no line"}},
		"lines: passes but ends with 1":    {"lines", "e2e: 3 passed, 0 failed\n", 1, "3 passed, 1 failed, 0 skipped", []string{"ended with 1"}},
		"plain: ends well":                 {"plain", "fine", 0, "0 passed, 0 failed, 0 skipped", nil},
		"plain: fails with its last lines": {"plain", strings.Repeat("early\n", 100) + "last words", 2, "0 passed, 1 failed, 0 skipped", []string{"ended with 2", "last words"}},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "output")
			require.NoError(t, os.WriteFile(file, []byte(row.content), 0o644))
			var out strings.Builder
			failed, err := report([]string{fmt.Sprintf("%s,stage,%d,3,%s", row.kind, row.exit, file)}, &out)
			require.NoError(t, err)
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			require.Equal(t, row.want, lines[len(lines)-1])
			require.Equal(t, !strings.Contains(row.want, " 0 failed"), failed)
			for _, text := range row.says {
				require.Contains(t, out.String(), text)
			}
		})
	}
}

func TestStagesAreSummedUp(t *testing.T) {
	folder := t.TempDir()
	first, second := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	require.NoError(t, os.WriteFile(first, []byte("e2e: 3 passed, 0 failed, 1 skipped\n"), 0o644))
	require.NoError(t, os.WriteFile(second, []byte("window: 2 passed, 0 failed\n"), 0o644))
	var out strings.Builder
	failed, err := report([]string{"lines,e2e,0,10," + first, "lines,window,0,5," + second}, &out)
	require.NoError(t, err)
	require.False(t, failed)
	require.True(t, strings.HasSuffix(out.String(), "\n5 passed, 0 failed, 1 skipped\n"), out.String())
}

func TestAStageThatLeftNothingBehindFails(t *testing.T) {
	var out strings.Builder
	failed, err := report([]string{"go,unit,0,1," + filepath.Join(t.TempDir(), "missing")}, &out)
	require.NoError(t, err)
	require.True(t, failed)
}

func TestAnArgumentThatIsNoStageIsRefused(t *testing.T) {
	for _, argument := range []string{"go", "go,unit,x,1,file", "go,unit,0,x,file", "what,unit,0,1,file"} {
		_, err := report([]string{argument}, &strings.Builder{})
		require.Error(t, err, argument)
	}
}
