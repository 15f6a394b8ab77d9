// Command serve runs the application for a browser on this computer: the same bound structs and data handler as in the
// window, protected by a token, on loopback only. It needs neither cgo nor a display.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"quarry/app/api"
	"quarry/frontend"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run() error {
	listen := flag.String("listen", "127.0.0.1:0", "loopback address and port to listen on")
	profile := flag.String("profile", "", "folder of settings, connections and drivers (default: the user's)")
	registry := flag.String("registry", "", "driver registry: a file or a URL of an index.json")
	secrets := flag.String("secrets", "system", "where secrets are kept: system or memory")
	version := flag.Bool("version", false, "print the version")
	flag.Parse()
	if *version {
		fmt.Println("quarry-serve", api.Version)
		return nil
	}

	listener, err := listenLoopback(*listen)
	if err != nil {
		return err
	}
	app, err := api.New(api.Config{
		Profile: *profile, Registry: *registry, Secrets: *secrets, Policy: givenPolicy(), Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	token, err := newToken()
	if err != nil {
		return err
	}
	server := &http.Server{Handler: newHandler(app, token, listener.Addr().String(), frontend.Assets), ReadHeaderTimeout: 10 * time.Second}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		app.Close(ending)
		_ = server.Shutdown(ending)
	}()
	fmt.Printf("open http://%s/?token=%s\n", listener.Addr(), token)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// listenLoopback listens on address. It refuses an address that another computer could reach.
func listenLoopback(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("listen on %s: only loopback addresses are served", address)
	}
	return net.Listen("tcp", address)
}
