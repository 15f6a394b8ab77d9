// SPEC: DST-01, DST-02, DST-03
package ci

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

func TestTheWorkflowNamesOnlyWhatExists(t *testing.T) {
	text, err := os.ReadFile("release.yml")
	require.NoError(t, err)
	var workflow struct {
		Jobs map[string]struct {
			Needs any `yaml:"needs"`
			Steps []struct {
				Run  string `yaml:"run"`
				Uses string `yaml:"uses"`
			} `yaml:"steps"`
		} `yaml:"jobs"`
	}
	require.NoError(t, yaml.Unmarshal(text, &workflow))
	makefile, err := os.ReadFile("../../../Makefile")
	require.NoError(t, err)
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	var targets []string
	for _, name := range []string{"findings", "linux", "windows-packages", "macos", "sums"} {
		require.NotEmpty(t, workflow.Jobs[name].Steps, name)
		for _, step := range workflow.Jobs[name].Steps {
			require.True(t, (step.Run == "") != (step.Uses == ""), "a step of %s runs something or uses something", name)
			for _, found := range regexp.MustCompile(`\bmake ([a-z-]+)`).FindAllStringSubmatch(step.Run, -1) {
				require.Regexp(t, `(?m)^`+found[1]+`:`, string(makefile))
				targets = append(targets, found[1])
			}
		}
	}
	require.ElementsMatch(t, []string{"dist-sums", "dist-windows", "dist-macos"}, targets)
	variables := regexp.MustCompile(`\b(QUARRY|NFPM)_[A-Z0-9_]+`).FindAllString(string(text), -1)
	require.NotEmpty(t, variables)
	for _, name := range variables {
		require.Regexp(t, "(?m)^`[^|]*\\b"+name+"`[^|]*\\|", string(readme), "the README's table lists %s", name)
	}
	for _, path := range regexp.MustCompile(`build/dist/[a-z/]+\.sh`).FindAllString(string(text), -1) {
		require.FileExists(t, "../../../"+path)
	}
	require.False(t, strings.Contains(string(text), "://"), "it names no address")
}
