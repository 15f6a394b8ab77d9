// SPEC: A-BRO-18, A-SRT-01
package grid

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// ordered is a shelf whose pages contain the order in which they were read.
type ordered struct{ *shelf }

func (ordered) Page(_ context.Context, a *driver.PageArgs, _ *rows.Kernel, _ func(done, total int64)) (*Page, []byte, error) {
	return &Page{Block: fmt.Append(nil, a.Sort), Rows: a.Size}, nil, nil
}

func TestAPageHasTheOrderOfItsGenerationHoweverQuicklyAnotherOneFollows(t *testing.T) {
	v, err := Open(t.Context(), "v", "books", 100, ordered{newShelf()}, NewCache(1000))
	require.NoError(t, err)
	var mu sync.Mutex
	read := map[int]string{}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				generation := v.Generation()
				p, err := v.Page(t.Context(), generation, 0)
				if err != nil {
					continue
				}
				mu.Lock()
				read[generation] = string(p.Block)
				mu.Unlock()
			}
		})
	}
	want := map[int]string{}
	for i := range 100_000 {
		by := []SortBy{{Column: "pages", Desc: i%2 == 0}}
		generation := arrange(t, v, by...)
		keys, _ := v.SortKeys(by)
		want[generation] = fmt.Sprint(keys)
		v.Drop(generation - 1)
	}
	close(done)
	readers.Wait()
	for generation, block := range read {
		if order, ok := want[generation]; ok {
			require.Equal(t, order, block, "generation %d", generation)
		}
	}
}
