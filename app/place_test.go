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
	require.False(t, kept.on(1920, 1080), "the system places a window that was nowhere")
}

func TestAWindowIsNotPutWhereItCannotBeGrabbed(t *testing.T) {
	for name, test := range map[string]struct {
		place place
		want  bool
	}{
		"inside":                       {place{Left: 100, Top: 50, Width: 1280, Height: 800}, true},
		"on a screen that is gone":     {place{Left: 2600, Top: 50, Width: 1280, Height: 800}, false},
		"above its screen":             {place{Left: 100, Top: -40, Width: 1280, Height: 800}, false},
		"below a screen that is lower": {place{Left: 100, Top: 1000, Width: 1280, Height: 800}, false},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, test.want, test.place.on(1920, 1080)) })
	}
}
