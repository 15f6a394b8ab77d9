// SPEC: APP-01
package display

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutADisplayTheReasonIsOneSentence(t *testing.T) {
	rows := []struct {
		name, x11, wayland string
		opens              bool
		want               string
	}{
		{"none is set", "", "", true, "there is no display to show the window on: neither DISPLAY nor WAYLAND_DISPLAY is set"},
		{"X11", ":0", "", true, ""},
		{"Wayland", "", "wayland-0", true, ""},
		{"an X11 display that does not respond", ":99", "", false, "the display :99 cannot be opened, so the window cannot be shown"},
		{"a Wayland display that does not respond", ":99", "wayland-9", false, "the display wayland-9 cannot be opened, so the window cannot be shown"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			set := map[string]string{"DISPLAY": row.x11, "WAYLAND_DISPLAY": row.wayland}
			err := Check(func(name string) string { return set[name] }, func() bool { return row.opens })
			if row.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, row.want)
		})
	}
}
