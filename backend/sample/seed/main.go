// Seed loads the sample data into a real engine:
//
//	go run ./backend/sample/seed --url http://127.0.0.1:9200
//
// It creates the indices with their mappings. If one of them already exists, it fails unless --replace is set.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"quarry/backend/sample"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "seed: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, usage io.Writer) error {
	flags := flag.NewFlagSet("seed", flag.ContinueOnError)
	flags.SetOutput(usage)
	url := flags.String("url", "", "address of the engine")
	user := flags.String("user", "", "name of a user")
	passwordFile := flags.String("password-file", "", "file with the user's password")
	docs := flags.Int("docs", 0, "also make the index weblog-big with this number of documents")
	replace := flags.Bool("replace", false, "delete indices of the same names first")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *url == "" {
		return errors.New("name the engine with --url")
	}
	password, err := readPassword(*passwordFile)
	if err != nil {
		return err
	}
	e := &sample.Loader{URL: *url, User: *user, Password: password, Replace: *replace, Report: out}
	data := sample.Data(sample.DefaultSeed)
	if *docs > 0 {
		data = append(data, sample.Weblog(sample.DefaultSeed, "weblog-big", *docs))
	}
	return e.Load(ctx, data)
}

func readPassword(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return strings.TrimRight(string(content), "\r\n"), nil
}
