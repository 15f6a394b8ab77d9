package secrets

import (
	"context"
	"slices"
	"strings"
	"sync"
)

// memory holds each value in a closure, so that printing the store cannot reveal one.
type memory struct {
	mu     sync.Mutex
	values map[string]func() string
}

// Memory returns a store that lasts as long as the program.
func Memory() Store { return newMemory() }

func newMemory() *memory { return &memory{values: map[string]func() string{}} }

func (m *memory) Get(ctx context.Context, key string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.values[key]
	if !ok {
		return "", ErrNotFound
	}
	return value(), nil
}

func (m *memory) Set(ctx context.Context, key, value string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[key] = func() string { return value }
	return nil
}

func (m *memory) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.forget(key)
	return nil
}

func (m *memory) Name() string { return "memory, until you quit" }

func (m *memory) has(key string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.values[key]
	return ok
}

func (m *memory) under(prefix string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var keys []string
	for key := range m.values {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func (m *memory) forget(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.values, key)
}
