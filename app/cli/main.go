// Command cli runs scheduled exports without a window: it uses a connection saved in the application, with its secrets
// from the keychain, a file or the environment, and the same code.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"

	"quarry/app/api"
)

// The exit codes of the command.
const (
	exitDone      = 0
	exitFailed    = 1
	exitUsage     = 2
	exitCancelled = 130 // the code that a shell reports for an interrupt
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), ending()...)
	code := run(ctx, os.Args[1:], os.Stdout, terminal{os.Stderr, widthIn(os.Stderr)})
	stop()
	os.Exit(code)
}

// ending returns the signals that interrupt the command, so that it leaves no partial file. Closing the terminal is one
// of them, unless the command was started to survive that (nohup).
func ending() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

const usage = `quarry-cli export writes the documents of an index or a collection to a file, and checks that none is missing.
quarry-cli list prints the saved connections, or the indices or collections of one.
quarry-cli policy check finds mistakes in an organisation's policy.

  quarry-cli export --connection NAME --object NAME --to FILE [options]
  quarry-cli list [--connection NAME]
  quarry-cli policy check FILE
  quarry-cli --version

The connection is one that is saved in Quarry, by its name or id. Its password or API key is read from the keychain. Where
there is none, name a file that contains it with --secret-file, or set the environment variable ` + secretVariable + `.
If the connection has more secrets, such as the values of extra headers, write a line for each, with the name that the form
of the connection shows:

  Password: VALUE
  Key Passphrase: VALUE
  X-Gateway-Key: VALUE

The file appears under its name only once it is complete. While the disk is full, the command waits for space on a
terminal, and fails anywhere else. The exit code is 0 if the file is complete, 1 if not, 2 if the command was not
understood and 130 if it was interrupted.

`

const seeHelp = "quarry-cli export --help lists the options.\n"

// terminal is where messages and progress go.
type terminal struct {
	io.Writer
	width func() int // number of columns in a terminal whose line can be overwritten; nil for a file
}

// widthIn returns a function that returns the width of a terminal, nil if the file is not one.
func widthIn(f *os.File) func() int {
	if _, is := widthOf(f); !is {
		return nil
	}
	return func() int {
		width, _ := widthOf(f) // the window may have been resized
		if width <= 0 {
			width = standardWidth
		}
		return width
	}
}

// run runs a command and returns its exit code.
func run(ctx context.Context, args []string, out io.Writer, to terminal) int {
	if len(args) > 0 && slices.Contains([]string{"help", "--help", "-help", "-h"}, args[0]) {
		args = []string{"export", "--help"}
	}
	if len(args) == 0 {
		_, _ = io.WriteString(to, usage+seeHelp)
		return exitUsage
	}
	if args[0] == "--version" || args[0] == "-version" || args[0] == "version" {
		_, _ = fmt.Fprintln(out, "quarry-cli", api.Version)
		return exitDone
	}
	if args[0] == policing {
		return checkPolicy(args[1:], out, to)
	}
	command, known := commands[args[0]]
	if !known {
		_ = misread(to, strconv.Quote(args[0])+" is not a command")
		return exitUsage
	}
	a, err := parse(args[0], args[1:], out, to)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		return exitUsage // the reason was printed
	}
	app, err := api.New(api.Config{
		Profile: a.profile, Registry: a.registry, Secrets: "system",
		Log: slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelError})),
	})
	if err != nil {
		_, _ = fmt.Fprintln(to, "quarry-cli:", err)
		return exitFailed
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		app.Close(ending)
	}()
	done, err := command(ctx, app, a, to)
	switch {
	case errors.Is(err, errCancelled):
		_, _ = fmt.Fprintln(to, "quarry-cli:", err)
		return exitCancelled
	case err != nil:
		_, _ = fmt.Fprintln(to, "quarry-cli:", err)
		return exitFailed
	}
	_, _ = fmt.Fprintln(out, done)
	return exitDone
}

// commands are the commands of the program: each returns what to print when it is done.
var commands = map[string]func(ctx context.Context, app *api.API, a *arguments, to terminal) (string, error){
	exporting: write,
	listing:   list,
}

const (
	exporting = "export"
	listing   = "list"
	policing  = "policy"
)
