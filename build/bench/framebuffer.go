package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

// framebuffer is the picture of a virtual screen, which its server stores in a file in the format of xwd (XWDFile.h: a
// header of big-endian words, colours of 12 bytes, then the lines of pixels).
type framebuffer struct {
	file         *os.File
	width, lines int
	stride, at   int
	line         []byte
}

const (
	xwdWords    = 25
	xwdColour   = 12
	pixelBytes  = 4
	darkest     = 300 // sum of red, green and blue below which a pixel counts as dark
	sampleStep  = 3   // only every third pixel of every third line is read
	belowTheBar = 60  // lines to skip at the top: the menu bar is drawn before the page
)

var errPicture = errors.New("the virtual screen's file is no picture of 32-bit pixels")

// openFramebuffer opens the file of a screen.
func openFramebuffer(name string) (*framebuffer, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open the virtual screen: %w", err)
	}
	header := make([]byte, 4*xwdWords)
	if _, err := file.ReadAt(header, 0); err != nil {
		return nil, errors.Join(fmt.Errorf("read the virtual screen: %w", err), file.Close())
	}
	word := func(n int) int { return int(binary.BigEndian.Uint32(header[4*n:])) }
	f := &framebuffer{file: file, width: word(4), lines: word(5), stride: word(12), at: word(0) + word(19)*xwdColour}
	if word(11) != 8*pixelBytes || f.stride < f.width*pixelBytes {
		return nil, errors.Join(errPicture, file.Close())
	}
	f.line = make([]byte, f.stride)
	return f, nil
}

// dark counts the dark pixels of the page, most of which are text.
func (f *framebuffer) dark() (int, error) {
	count := 0
	for y := belowTheBar; y < f.lines; y += sampleStep {
		if _, err := f.file.ReadAt(f.line, int64(f.at+y*f.stride)); err != nil {
			return 0, fmt.Errorf("read the virtual screen: %w", err)
		}
		for x := 0; x < f.width*pixelBytes; x += sampleStep * pixelBytes {
			if int(f.line[x])+int(f.line[x+1])+int(f.line[x+2]) < darkest {
				count++
			}
		}
	}
	return count, nil
}

func (f *framebuffer) close() { _ = f.file.Close() }
