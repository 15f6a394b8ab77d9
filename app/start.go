package main

import (
	"bytes"
	"errors"
	"flag"

	"quarry/app/api"
)

// start has the arguments of the command line.
type start struct {
	profile, registry, secrets string
}

// answer is what the command line asked for: the help text or the version. It is an error, since no window opens.
type answer struct{ text string }

func (a answer) Error() string { return a.text }

// readFlags parses the command line. It prints nothing: on Windows, a windowed program has nowhere to print to.
func readFlags(arguments []string) (start, error) {
	var s start
	var text bytes.Buffer
	flags := flag.NewFlagSet("quarry", flag.ContinueOnError)
	flags.SetOutput(&text)
	flags.StringVar(&s.profile, "profile", "", "folder of settings, connections and drivers (default: the user's)")
	flags.StringVar(&s.registry, "registry", "", "driver registry: a file or a URL of an index.json")
	flags.StringVar(&s.secrets, "secrets", "system", "where secrets are kept: system or memory")
	version := flags.Bool("version", false, "print the version")
	err := flags.Parse(arguments)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return start{}, answer{text.String()}
	case err != nil:
		return start{}, errors.New(text.String()) // begins with the error, followed by the help
	case *version:
		return start{}, answer{"quarry " + api.Version}
	}
	return s, nil
}

// errShown means that the user has already seen the failure.
var errShown = errors.New("the reason was shown")

// report shows why no window opened or stayed open, and returns the exit code.
func report(err error, show func(text string, failed bool)) int {
	var asked answer
	if errors.As(err, &asked) {
		show(asked.text, false)
		return 0
	}
	if !errors.Is(err, errShown) {
		show("quarry: "+err.Error(), true)
	}
	return 1
}
