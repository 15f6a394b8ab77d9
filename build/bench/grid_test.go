package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const sceneLine = `{"scene":"10 x 3","engine":"E","notches":100,` +
	`"ours":{"millis":[800,1000,900],"frames":[100,100,90],"pictures":80,"blank":0},` +
	`"virtual":{"millis":[1000,1000,1000],"frames":[50,100,50],"pictures":70,"blank":12}}`

func TestScrollingIsComparedByTheFrameAndByTheWay(t *testing.T) {
	scene, err := readGridScene([]byte(sceneLine))
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, printTable(&out, scene.results()))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	require.Equal(t, []string{
		"grid, a frame, 10 x 3, E, against TanStack Virtual 10.00 ms 20.00 ms 0.50 <= 0.85 x ok",
		"grid, a notch of the wheel, 10 x 3, E, against it 9.00 ms 10.00 ms 0.90 - -",
		"grid, blank pictures under the wheel, 10 x 3, E 0 12 - none ok",
	}, lines[1:])
}

func TestAReportOfScrollingThatHasNoFramesIsRefused(t *testing.T) {
	for name, line := range map[string]string{
		"no JSON":             "oops",
		"no round":            `{"scene":"a","engine":"E","notches":1}`,
		"no notches":          strings.Replace(sceneLine, `"notches":100`, `"notches":0`, 1),
		"a round left out":    strings.Replace(sceneLine, "[100,100,90]", "[100,100]", 1),
		"only one contender":  strings.Replace(sceneLine, "virtual", "other", 1),
		"frames of no number": strings.Replace(sceneLine, "[100,100,90]", `"many"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readGridScene([]byte(line))
			require.Error(t, err)
		})
	}
}
