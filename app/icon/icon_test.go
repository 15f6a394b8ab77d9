// SPEC: APP-01
package icon

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheIconIsSharpAtEverySize(t *testing.T) {
	ground, stone, block := color.NRGBA{0x0B, 0x68, 0x74, 0xFF}, color.NRGBA{0x63, 0xC5, 0xCF, 0xFF}, color.NRGBA{0xFF, 0xE5, 0x8A, 0xFF}
	for _, size := range []int{16, 32, 48, 64, 128, 256, 512, 1024} {
		file, err := os.Open(fmt.Sprintf("%d.png", size))
		require.NoError(t, err)
		picture, err := png.Decode(file)
		require.NoError(t, file.Close())
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, size, size), picture.Bounds())
		at := func(x, y float64) color.NRGBA {
			scale := float64(size) / 16
			return color.NRGBAModel.Convert(picture.At(int(x*scale), int(y*scale))).(color.NRGBA)
		}
		require.Less(t, at(0, 0).A, uint8(0x20), "its corners are clear")
		require.InDelta(t, ground.G, at(8, .5).G, 4, "the ground, %d px", size)
		require.Equal(t, stone, at(7.5, 3.5), "the middle of a stone, %d px", size)
		require.Equal(t, stone, at(6, 2), "its first pixel, %d px", size)
		require.NotEqual(t, stone, at(9, 3.5), "the gap behind it, %d px", size)
		require.Equal(t, block, at(12.5, 12.5), "the block, %d px", size)
	}
}
