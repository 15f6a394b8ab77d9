// Package call is how go.exe in the root asks for a call of the go command outside: by files in one folder, each of
// which gets its name once it is complete.
package call

import (
	"encoding/json"
	"os"
	"time"
)

// Ends of the names of the files.
const (
	Asked    = ".asked"
	Answered = ".answered"
)

// Pause is how long both sides wait before they look again.
const Pause = 20 * time.Millisecond

// Question is a call: paths are those of Windows.
type Question struct {
	Arguments   []string
	Folder      string
	Environment []string // NAME=VALUE
}

// Answer is what came of it.
type Answer struct {
	Code           int
	Stdout, Stderr []byte
}

// Write writes a question or an answer.
func Write(path string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
