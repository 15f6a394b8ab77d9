package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"quarry/build/windows/call"
)

// startBridge puts go.exe into the root and answers its calls until ctx ends.
func (r *root) startBridge(ctx context.Context) error {
	folder := filepath.Join(r.folder, bridgeName)
	if text, err := command(ctx, "go", "build", "-o", filepath.Join(folder, "go.exe"), "./build/windows/go").CombinedOutput(); err != nil {
		return fmt.Errorf("build the bridge: %w\n%s", err, text)
	}
	go func() {
		for ctx.Err() == nil {
			calls, _ := filepath.Glob(filepath.Join(folder, "*"+call.Asked))
			for _, file := range calls {
				go r.answer(ctx, file)
			}
			time.Sleep(call.Pause)
		}
	}()
	return nil
}

// answer runs the go command of one call, and writes what came of it.
func (r *root) answer(ctx context.Context, file string) {
	taken := strings.TrimSuffix(file, call.Asked) + ".taken"
	if os.Rename(file, taken) != nil {
		return // another goroutine took it
	}
	reply := r.carryOut(ctx, taken)
	answered := strings.TrimSuffix(file, call.Asked) + call.Answered
	if err := call.Write(answered, reply); err != nil {
		fmt.Printf("== the bridge could not answer: %v\n", err)
	}
}

func (r *root) carryOut(ctx context.Context, file string) call.Answer {
	var asked call.Question
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &asked)
	}
	if err != nil {
		return call.Answer{Code: 2, Stderr: []byte(err.Error())}
	}
	arguments := make([]string, len(asked.Arguments))
	for i, a := range asked.Arguments {
		arguments[i] = r.outside(a)
	}
	c := command(ctx, "go", arguments...)
	c.Dir = r.outside(asked.Folder)
	c.Env = append(c.Env, asked.Environment...)
	var out, problems bytes.Buffer
	c.Stdout, c.Stderr = &out, &problems
	code := 0
	var exit *exec.ExitError
	if err := c.Run(); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		code = 2
		fmt.Fprintln(&problems, err)
	}
	return call.Answer{Code: code, Stdout: out.Bytes(), Stderr: problems.Bytes()}
}

// outside returns the path outside the root of a file that a Windows program names; other texts are returned as they
// are. The module has the same path inside and outside.
func (r *root) outside(text string) string {
	if len(text) < 3 || text[1] != ':' || text[2] != '\\' && text[2] != '/' {
		return text
	}
	path := strings.ReplaceAll(text[2:], `\`, "/")
	switch strings.ToLower(text[:1]) {
	case "z":
		if path == r.module || strings.HasPrefix(path, r.module+"/") {
			return path
		}
		return existing(r.folder, path)
	case "c":
		return existing(filepath.Join(r.folder, prefixName, "drive_c"), path)
	}
	return text
}

// existing returns a path below a folder, spelled like the folders that exist: Windows does not tell case apart.
func existing(folder, path string) string {
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' }) {
		if _, err := os.Lstat(filepath.Join(folder, part)); err != nil {
			entries, _ := os.ReadDir(folder)
			for _, e := range entries {
				if strings.EqualFold(e.Name(), part) {
					part = e.Name()
					break
				}
			}
		}
		folder = filepath.Join(folder, part)
	}
	return folder
}
