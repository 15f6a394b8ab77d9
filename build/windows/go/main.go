// Go is the go command of the tests that run under Wine, which has none: it hands its call over to the go command
// outside, by files beside this program.
package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quarry/build/windows/call"
)

// passed are the variables that tests set for the go command.
var passed = []string{"GOOS", "GOARCH", "GOFLAGS", "CGO_ENABLED"}

func main() {
	code, err := forward(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "go.exe: %v\n", err)
		os.Exit(2)
	}
	os.Exit(code)
}

// forward carries out a call. A program is built outside but runs here.
func forward(arguments []string) (code int, err error) {
	if len(arguments) == 0 || arguments[0] != "run" {
		return ask(arguments)
	}
	folder, err := os.MkdirTemp("", "go-run-*")
	if err != nil {
		return 2, err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "program.exe")
	build, rest := building(program, arguments)
	if code, err = ask(build); code != 0 || err != nil {
		return code, err
	}
	c := exec.Command(program, rest...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := c.Run(); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	} else if err != nil {
		return 2, err
	}
	return 0, nil
}

// building turns the arguments of go run into those that build its program, and returns those of the program: they come
// after the package, which begins with a dot.
func building(program string, arguments []string) (build, rest []string) {
	end := slices.IndexFunc(arguments, func(a string) bool { return strings.HasPrefix(a, "./") }) + 1
	if end == 0 {
		end = len(arguments)
	}
	return append([]string{"build", "-o", program}, arguments[1:end]...), arguments[end:]
}

func ask(arguments []string) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 2, err
	}
	question := call.Question{Arguments: arguments}
	if question.Folder, err = os.Getwd(); err != nil {
		return 2, err
	}
	for _, name := range passed {
		if value, set := os.LookupEnv(name); set {
			question.Environment = append(question.Environment, name+"="+value)
		}
	}
	place := filepath.Join(filepath.Dir(self), rand.Text())
	if err := call.Write(place+call.Asked, question); err != nil {
		return 2, err
	}
	for {
		text, err := os.ReadFile(place + call.Answered)
		if errors.Is(err, os.ErrNotExist) {
			time.Sleep(call.Pause)
			continue
		}
		if err != nil {
			return 2, err
		}
		var answer call.Answer
		if err := json.Unmarshal(text, &answer); err != nil {
			return 2, err
		}
		_, _ = os.Stdout.Write(answer.Stdout)
		_, _ = os.Stderr.Write(answer.Stderr)
		return answer.Code, nil
	}
}
