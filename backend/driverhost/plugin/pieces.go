package plugin

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"

	"quarry/backend/driverhost/plugin/internal/split"
)

// pieces are the functions of a driver, each compiled when an instance first calls it. Compiled as a whole, a driver
// takes 30 times the size of its module, and a connection calls a quarter of the functions.
type pieces struct {
	wasm  wazero.Runtime
	split *split.Module

	mu       sync.Mutex              // held until a compiled function has been instantiated
	compiled []wazero.CompiledModule // by function; nil until it is called
	closed   bool
}

// pieceConfig gives a piece no source of random numbers, because only the frame is asked for them, and creating one
// takes longer than everything else about a piece.
var pieceConfig = wazero.NewModuleConfig().WithName("").WithStartFunctions().WithRandSource(strings.NewReader(""))

func newPieces(wasm wazero.Runtime, s *split.Module) *pieces {
	return &pieces{wasm: wasm, split: s, compiled: make([]wazero.CompiledModule, s.Functions())}
}

// load loads a function into an instance, given its frame.
func (p *pieces) load(ctx context.Context, frame api.Module, function uint32) (api.Module, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	compiled := p.compiled[function]
	if compiled == nil {
		var err error
		if compiled, err = p.wasm.CompileModule(ctx, p.split.Piece(function)); err != nil {
			return nil, fmt.Errorf("compile function %d: %w", function, err)
		}
		if p.closed {
			defer func() { _ = compiled.Close(ctx) }()
		} else {
			p.compiled[function] = compiled
		}
	}
	ctx = experimental.WithImportResolver(ctx, func(string) api.Module { return frame })
	piece, err := p.wasm.InstantiateModule(ctx, compiled, pieceConfig)
	if err != nil {
		return nil, fmt.Errorf("load function %d: %w", function, err)
	}
	return piece, nil
}

// close frees the compiled functions. Open instances keep theirs.
func (p *pieces) close(ctx context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for i, c := range p.compiled {
		if c != nil {
			_ = c.Close(ctx)
			p.compiled[i] = nil
		}
	}
}

// loader loads functions into one instance as they are called.
type loader struct {
	pieces *pieces

	mu     sync.Mutex
	loaded []api.Module // by function
	ended  *uint32      // the exit code, once the instance has ended
}

type loaderKey struct{}

func newLoader(p *pieces) *loader {
	return &loader{pieces: p, loaded: make([]api.Module, p.split.Functions())}
}

// load is the host function that a frame calls before it calls one of its own functions.
func load(ctx context.Context, frame api.Module, stack []uint64) {
	l, _ := ctx.Value(loaderKey{}).(*loader)
	if err := l.load(context.WithoutCancel(ctx), frame, api.DecodeU32(stack[0])); err != nil {
		panic(err)
	}
}

func (l *loader) load(ctx context.Context, frame api.Module, function uint32) error {
	if l.loaded[function] != nil {
		return nil
	}
	piece, err := l.pieces.load(ctx, frame, function)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loaded[function] = piece
	if l.ended != nil {
		_ = piece.CloseWithExitCode(ctx, *l.ended)
	}
	return nil
}

// end stops everything in the instance with an exit code. Ending only the frame would not stop a loop in a function
// called by another piece.
func (l *loader) end(code uint32) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended != nil {
		return
	}
	l.ended = &code
	for _, piece := range l.loaded {
		if piece != nil {
			_ = piece.CloseWithExitCode(context.Background(), code)
		}
	}
}

// during returns a context for a call into the instance, which ends when ctx does, and a function to call afterwards.
func (l *loader) during(ctx context.Context) (context.Context, func() bool) {
	if l == nil {
		return ctx, func() bool { return true }
	}
	stop := context.AfterFunc(ctx, func() { l.end(sys.ExitCodeDeadlineExceeded) })
	return context.WithValue(ctx, loaderKey{}, l), stop
}
