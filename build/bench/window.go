package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	windowRounds = 15
	windowWarmUp = 1

	look    = 5 * time.Millisecond // between two readings of the screen
	settled = time.Second          // without a change of the picture
	patient = 30 * time.Second     // for a window to appear
	fewest  = 20                   // dark pixels of a page that has been drawn
)

// measureWindow compares the application's start, from its process to its complete first page on a screen, with that of
// a window with one line of text. Each start has its own home folder.
func (b *bench) measureWindow(ctx context.Context) ([]result, error) {
	empty := filepath.Join(b.folder, "emptywindow")
	tags := cmp.Or(os.Getenv("TAGS"), "desktop,production,webkit2_41")
	if err := run(ctx, []string{"CGO_ENABLED=1"}, "go", "build", "-tags", tags, "-trimpath", "-ldflags", "-s -w", "-o", empty, "./build/bench/emptywindow"); err != nil {
		return nil, err
	}
	screen, err := startScreen(ctx, b.folder)
	if err != nil {
		return nil, err
	}
	defer screen.stop()
	took, err := interleave(windowRounds, windowWarmUp,
		contender{"empty", func() (time.Duration, error) { return screen.opened(ctx, empty) }},
		contender{"quarry", func() (time.Duration, error) {
			return screen.opened(ctx, filepath.Join("build", "bin", "quarry"), "--secrets", "memory",
				"--registry", filepath.Join("build", "out", "registry", "index.json"))
		}},
	)
	if err != nil {
		return nil, err
	}
	return []result{ratio("start to the first page in the window, against an empty one", took["quarry"], took["empty"], 1.4)}, nil
}

// screen is a virtual screen.
type screen struct {
	server  *exec.Cmd
	display string
	picture *framebuffer
}

// startScreen starts a virtual screen with a readable picture.
func startScreen(ctx context.Context, folder string) (*screen, error) {
	server := exec.CommandContext(ctx, "Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-fbdir", folder, "-wr", "-nolisten", "tcp")
	out, err := server.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a virtual screen: %w", err)
	}
	if err := server.Start(); err != nil {
		return nil, fmt.Errorf("start a virtual screen: %w", err)
	}
	s := &screen{server: server}
	number, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("start a virtual screen: %w", err)
	}
	s.display = ":" + strings.TrimSpace(number)
	if s.picture, err = openFramebuffer(filepath.Join(folder, "Xvfb_screen0")); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *screen) stop() {
	if s.picture != nil {
		s.picture.close()
	}
	_ = s.server.Process.Signal(syscall.SIGTERM)
	_ = s.server.Wait()
}

// opened starts an application in its own home folder, ends it when its page is complete, and returns how long that
// took.
func (s *screen) opened(ctx context.Context, program string, args ...string) (time.Duration, error) {
	home, err := os.MkdirTemp("", "quarry-bench-*")
	if err != nil {
		return 0, fmt.Errorf("make a home: %w", err)
	}
	defer os.RemoveAll(home)
	command := exec.CommandContext(ctx, program, args...)
	command.Env = append(os.Environ(), "DISPLAY="+s.display, "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home,
		"XDG_DATA_HOME="+home, "WEBKIT_DISABLE_DMABUF_RENDERER=1")
	together(command)
	begun := time.Now()
	if err := command.Start(); err != nil {
		return 0, fmt.Errorf("start %s: %w", program, err)
	}
	defer func() {
		endTogether(command)
		_ = command.Wait()
		s.blank()
	}()
	return s.whole(begun)
}

// whole waits until the picture has settled and returns when it was almost complete: a caret may blink.
func (s *screen) whole(begun time.Time) (time.Duration, error) {
	type sight struct {
		after time.Duration
		dark  int
	}
	var seen []sight
	changed := begun
	for last := 0; time.Since(begun) < patient; time.Sleep(look) {
		dark, err := s.picture.dark()
		if err != nil {
			return 0, err
		}
		if dark == last {
			if dark >= fewest && time.Since(changed) >= settled {
				for _, one := range seen {
					if one.dark >= dark*9/10 {
						return one.after, nil
					}
				}
			}
			continue
		}
		last, changed = dark, time.Now()
		seen = append(seen, sight{time.Since(begun), dark})
	}
	return 0, errors.New("the window did not come, or its picture did not settle")
}

// blank waits until the last window has disappeared from the screen.
func (s *screen) blank() {
	for begun := time.Now(); time.Since(begun) < patient; time.Sleep(look) {
		if dark, err := s.picture.dark(); err != nil || dark == 0 {
			return
		}
	}
}
