package api

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/driverhost/catalogue"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/driverhost/registry"
	"quarry/backend/policy"
	"quarry/backend/profile"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/history"
	"quarry/backend/profile/layouts"
	"quarry/backend/profile/presets"
	"quarry/backend/profile/secrets"
	"quarry/backend/profile/settings"
	"quarry/backend/profile/sidebar"
	"quarry/backend/profile/snippets"
	"quarry/backend/profile/tabs"
	"quarry/backend/profile/unsaved"
	"quarry/backend/work/console"
	"quarry/backend/work/dashboard"
	"quarry/backend/work/edits"
	"quarry/backend/work/export"
	"quarry/backend/work/keys"
)

// Version is the application's version.
const Version = "0.1.0"

// Config says where the application stores its files and secrets.
type Config struct {
	Profile  string        // the user's folder; empty for the system's default
	Registry string        // address of the driver registry; empty for the user's choice or the build's default
	Secrets  string        // "system" or "memory"
	Policy   *policy.State // what the organisation decides; nil to read the policy of this computer
	Log      *slog.Logger
	Files    FilePicker // nil if there is no native file dialog
	Save     SavePicker // the same for saving files
	Show     FileShower // nil if no folder can be opened
	Install  FileOpener // nil if no installer can be opened
	Window   bool       // one page at a time: a new one replaces the previous one
	// Theme draws the page's surroundings in light, dark or "" for the system's theme; nil if the system draws them.
	Theme func(theme string)
	// Menu dims the menu bar's commands that nothing can run; nil if there is no menu bar.
	Menu func(missing []string)
	// Clipboard is nil if the page has to use its own.
	Clipboard Clipboard
}

// API is everything that the window is bound to.
type API struct {
	Calls       *Calls
	App         *App
	Connections *Connections
	Plugins     *Plugins
	Policy      *Policy
	Settings    *Settings
	Grid        *Grid
	Edits       *Edits
	Drafts      *Drafts
	Console     *Console
	Completions *Completions
	Dashboards  *Dashboards
	Keys        *Keys
	Structures  *Structures
	Layouts     *Layouts
	Requests    *Requests
	Tabs        *Tabs
	Sidebar     *Sidebar
	Exports     *Exports
	Presets     *Presets
	Snippets    *Snippets
	Updates     *Updates

	// Profile is the folder with the user's files.
	Profile string
	// Local is the folder for files that belong to this computer, on Windows. Elsewhere it equals Profile.
	Local string
	// Quit decides whether the window may close.
	Quit *Quit

	sessions  *session.Sessions
	catalogue *catalogue.Catalogue
	samples   *samples
	drafts    *unsaved.Store
	scratch   *profile.Scratch
}

// New assembles the application. It reads the organisation's policy, but none of the user's files, and does not use the
// network, so that the window can show first.
func New(c Config) (*API, error) {
	at, err := findFolders(c.Profile)
	if err != nil {
		return nil, err
	}
	if c.Policy == nil {
		c.Policy = policy.Load()
	}
	trusted, err := trustedKeys(c.Policy)
	if err != nil {
		return nil, err
	}
	store, err := secretStore(c.Secrets)
	if err != nil {
		return nil, err
	}
	return assemble(c, at, trusted, store), nil
}

// assemble assembles the application from what New found.
func assemble(c Config, at folders, trusted registry.Keys, store *secrets.Fallback) *API {
	calls, folder := NewCalls(c.Log), at.profile
	decided := settings.Open(folder)
	if c.Policy == nil {
		c.Policy = &policy.State{Policy: &policy.Policy{}}
	}
	from := registryOf(c.Policy, c.Registry)
	cat := catalogue.New(catalogue.Options{
		Address: from.address, Fixed: from.fixed, Closed: c.Policy.Refused, Proxy: from.proxy, Chosen: decided, Profile: folder, Drivers: filepath.Join(at.of("drivers"), "drivers"), Keys: trusted, Version: Version,
		Plugin: plugin.Options{Logger: c.Log},
	})
	sessions := session.New(cat)
	saved := connections.Open(folder, store)
	saved.Presets = presetsOf(c.Policy)
	sessions.Saved, sessions.Limits = savedFields(saved), limitsOf(c.Policy)
	scratch := profile.NewScratch(at.local)
	sessions.Scratch = scratch.Folder
	laidOut, open, listed, filters := layouts.Open(folder), tabs.Open(folder), sidebar.Open(folder), presets.Open(folder)
	s, views, past := newSamples(), grid.NewViews(), openHistory(at)
	unsaved := unsaved.Open(at.of(unsaved.FileName), decided.ForgetsUnsaved, func(page string) bool { return calls.pages.lives(page) })
	plans := edits.New()
	calls.pages = newPages(c.Window, func(ctx context.Context, page string, open []string) {
		calls.cancelPage(page)
		sessions.CloseEach(ctx, open)
	})
	if !c.Window {
		go calls.pages.watch(calls.base)
	}
	quit, copies := newQuit(calls), &secretCopies{clipboard: c.Clipboard}
	quit.before = copies.end
	typed := newConsole(calls, sessions, saved, past)
	requests := snippets.Open(folder)
	return &API{
		Calls:       calls,
		App:         &App{calls: calls, settings: decided, files: c.Files, save: c.Save, theme: c.Theme, menu: c.Menu, quit: quit, copies: copies},
		Connections: &Connections{calls: calls, store: saved, secrets: store, sessions: sessions, catalogue: cat, layouts: laidOut, tabs: open, sidebars: listed, filters: filters, samples: s, history: past, drafts: unsaved, memory: c.Secrets == "memory", at: at, stores: []noticing{open, listed, filters, requests}},
		Plugins:     &Plugins{calls: calls, catalogue: cat, sessions: sessions},
		Profile:     folder,
		Local:       at.local,
		Policy:      &Policy{calls: calls, state: c.Policy},
		Settings:    &Settings{calls: calls, store: decided, drafts: unsaved, profile: folder, memory: c.Secrets == "memory"},
		Grid:        &Grid{calls: calls, sessions: sessions, views: views, plans: plans, layouts: laidOut, filters: filters},
		Edits:       &Edits{calls: calls, sessions: sessions, views: views, plans: plans},
		Drafts:      &Drafts{calls: calls, saved: saved, store: unsaved, settings: decided},
		Console:     typed,
		Completions: &Completions{calls: calls, sessions: sessions, names: console.NewNames(views), drivers: cat},
		Dashboards:  &Dashboards{calls: calls, sessions: sessions, dashboards: dashboard.New()},
		Keys:        &Keys{calls: calls, sessions: sessions, plans: keys.New()},
		Structures:  &Structures{calls: calls, sessions: sessions},
		Layouts:     &Layouts{calls: calls, sessions: sessions, store: laidOut},
		Requests:    &Requests{calls: calls, sessions: sessions},
		Tabs:        &Tabs{calls: calls, sessions: sessions, store: open},
		Sidebar:     &Sidebar{calls: calls, sessions: sessions, store: listed},
		Exports:     &Exports{calls: calls, sessions: sessions, views: views, consoles: typed.consoles, exports: export.Recording(scratch.Begin), show: c.Show},
		Presets:     &Presets{calls: calls, sessions: sessions, store: filters},
		Snippets:    &Snippets{calls: calls, sessions: sessions, consoles: typed.consoles, store: requests},
		Updates:     &Updates{calls: calls, catalogue: cat, folder: filepath.Join(at.local, "updates"), program: program(), managed: cmp.Or(c.Policy.Refused, managedBy(c.Policy)), open: c.Install},
		Quit:        quit,
		sessions:    sessions, catalogue: cat, samples: s, drafts: unsaved, scratch: scratch,
	}
}

// Bound returns the structs to bind to the window.
func (a *API) Bound() []any {
	return []any{a.Calls, a.App, a.Connections, a.Plugins, a.Policy, a.Settings, a.Grid, a.Edits, a.Drafts, a.Console, a.Completions, a.Dashboards, a.Keys, a.Structures, a.Layouts, a.Requests, a.Tabs, a.Sidebar, a.Exports, a.Presets, a.Snippets, a.Updates}
}

// Data returns the handler for /data.
func (a *API) Data() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/data/structure", a.Structures.serve)
	mux.HandleFunc("/data/definition", a.Structures.serve)
	mux.HandleFunc("/data/edits", a.Edits.serve)
	mux.HandleFunc("/data/response", a.Console.serve)
	mux.HandleFunc("/data/rows", a.Console.serveRows)
	mux.HandleFunc("/data/around", a.Console.serveAround)
	mux.HandleFunc("/data/completion", a.Completions.serve)
	mux.HandleFunc("/data/documents", a.Grid.serveDocuments)
	mux.HandleFunc("/", a.Grid.serve)
	return recovered(mux)
}

// Close cancels running calls and closes every connection.
func (a *API) Close(ctx context.Context) {
	a.Calls.stop()
	a.sessions.CloseAll(ctx)
	_ = a.Console.history.Flush() // a history that cannot be saved does not keep Quarry from closing
	a.Calls.pages.wait(ctx)
	a.samples.close()
	a.drafts.Close()
	a.Tabs.store.Close()
	a.scratch.Close()
	_ = a.catalogue.Close(ctx) // the process is ending anyway
}

// openHistory opens the history. Both of its files are in the folder of the newer one.
func openHistory(at folders) *history.Store {
	folder := at.of(history.FileName)
	profile.Bring(at.profile, folder, history.FormerName)
	return history.Open(folder)
}

func secretStore(kind string) (*secrets.Fallback, error) {
	switch kind {
	case "", "system":
		return secrets.NewFallback(secrets.NewSystem()), nil
	case "memory":
		return secrets.NewFallback(secrets.Memory()), nil
	}
	return nil, errors.New("secrets must be system or memory")
}
