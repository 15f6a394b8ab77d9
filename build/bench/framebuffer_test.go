package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// pictureOf writes a white picture in xwd format with two colours, whose pixels are dark from the line darkFrom on.
func pictureOf(t *testing.T, width, lines, bits, darkFrom int) string {
	t.Helper()
	const headerSize, colours = 160, 2
	header := make([]byte, headerSize+colours*xwdColour)
	for word, v := range map[int]int{0: headerSize, 4: width, 5: lines, 11: bits, 12: width * pixelBytes, 19: colours} {
		binary.BigEndian.PutUint32(header[4*word:], uint32(v))
	}
	pixels := make([]byte, width*lines*pixelBytes)
	for n := range pixels[:min(len(pixels), darkFrom*width*pixelBytes)] {
		pixels[n] = 0xff
	}
	name := filepath.Join(t.TempDir(), "screen")
	require.NoError(t, os.WriteFile(name, append(header, pixels...), 0o600))
	return name
}

func TestDarkPixelsOfThePageAreCounted(t *testing.T) {
	rowsOf := []struct {
		name     string
		darkFrom int
		want     int
	}{
		{"none", 120, 0},
		{"all of the page", 0, 20 * 10},
		{"its lower half", 90, 10 * 10},
		{"its last line that is looked at", 117, 10},
	}
	for _, row := range rowsOf {
		t.Run(row.name, func(t *testing.T) {
			f, err := openFramebuffer(pictureOf(t, 30, 120, 32, row.darkFrom))
			require.NoError(t, err)
			defer f.close()
			got, err := f.dark()
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}

func TestAFileThatIsNoPictureIsRefused(t *testing.T) {
	_, err := openFramebuffer(pictureOf(t, 30, 120, 16, 0))
	require.ErrorIs(t, err, errPicture)
	short := filepath.Join(t.TempDir(), "short")
	require.NoError(t, os.WriteFile(short, []byte("x"), 0o600))
	_, err = openFramebuffer(short)
	require.Error(t, err)
}
