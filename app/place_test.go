package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: APP-01, APP-17
func TestAWindowOpensWhereItWasClosed(t *testing.T) {
	file := placeIn(t.TempDir())
	for _, maximised := range []bool{false, true} {
		require.NoError(t, file.Change(func(p *place) bool {
			if maximised {
				p.moveTo(0, 0, 1920, 1080, true)
			} else {
				p.moveTo(40, 60, 1400, 900, false)
			}
			return true
		}))
	}
	kept, err := file.Read()
	require.NoError(t, err)
	require.Equal(t, place{Version: 1, Left: 40, Top: 60, Width: 1400, Height: 900, Maximised: true}, *kept)
	width, height := kept.size()
	require.Equal(t, []int{1400, 900}, []int{width, height})
}

func TestAWindowWithoutAPlaceHasItsFirstSize(t *testing.T) {
	kept, err := placeIn(t.TempDir()).Read()
	require.NoError(t, err)
	width, height := kept.size()
	require.Equal(t, []int{firstWidth, firstHeight}, []int{width, height})
	require.False(t, kept.on(screen{width: 1920, height: 1080}), "the system places a window that was nowhere")
}

// SPEC: APP-21
func TestAWindowIsPutBackWhereItCanBeGrabbed(t *testing.T) {
	main := screen{width: 1920, height: 1080}
	left := screen{left: -2560, top: -200, width: 2560, height: 1440, fromLeft: -2560, fromTop: -200}
	above := screen{top: -1080, width: 1920, height: 1080, fromTop: -1040} // with the task bar at its top
	for name, test := range map[string]struct {
		left, top int
		screens   []screen
		want      bool
	}{
		"inside":                         {100, 50, []screen{main}, true},
		"snapped to the left edge":       {-7, 0, []screen{main}, true},
		"on a screen that is gone":       {2600, 50, []screen{main}, false},
		"above its screen":               {100, -40, []screen{main}, false},
		"below a screen that is lower":   {100, 1000, []screen{main}, false},
		"on a screen to the left":        {-2000, -150, []screen{main, left}, true},
		"on one to the left, now gone":   {-2000, -150, []screen{main}, false},
		"on a screen above":              {300, -900, []screen{main, above}, true},
		"above the screen above":         {300, -1200, []screen{main, above}, false},
		"left of the screen to the left": {-2600, 0, []screen{main, left}, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := place{Left: test.left, Top: test.top, Width: 1280, Height: 800}
			toLeft, toTop, ok := p.restore(test.screens, 320, 140)
			require.Equal(t, test.want, ok)
			require.Equal(t, []int{test.left, test.top}, []int{toLeft, toTop}, "it opened on the main screen")
		})
	}
}

// SPEC: APP-21
func TestAWindowIsMovedRelativeToTheScreenItOpenedOn(t *testing.T) {
	main := screen{width: 1920, height: 1080, fromTop: 40}
	right := screen{left: 1920, width: 1920, height: 1080, fromLeft: 1920}
	p := place{Left: -7, Top: 100, Width: 1280, Height: 800}
	left, top, ok := p.restore([]screen{main, right}, 320, 140)
	require.Equal(t, []any{-7, 60, true}, []any{left, top, ok})
	left, top, ok = p.restore([]screen{main, right}, 2240, 140)
	require.Equal(t, []any{-1927, 100, true}, []any{left, top, ok})
}
