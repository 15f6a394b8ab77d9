// SPEC: A-BRO-06

package rows

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const twoShards = `{"took":5,"_shards":{"total":2,"failed":0},"hits":{"total":{"value":2},"hits":[
	{"_id":"a","_source":{"n":1},"sort":[1]},{"_id":"b","_source":{"n":2},"sort":[2]}]},"extra":[{"x":1},{}],"took":6}`

func hitsPlan(picks ...string) Plan {
	return Plan{Rows: "hits.hits", Doc: "_source", Last: "sort", Columns: []Column{{Name: "n", Path: []string{"n"}}}, Pick: picks}
}

func TestAKernelReturnsInItsOnePassWhatPickReturns(t *testing.T) {
	own, err := Compile(hitsPlan("extra"))
	require.NoError(t, err)
	want, err := own.Block([]byte(twoShards))
	require.NoError(t, err)
	for name, picks := range map[string][]string{
		"none":                     nil,
		"one":                      {"took"},
		"several":                  {"_shards", "took", "timed_out", "hits.total.value"},
		"the same twice":           {"took", "took"},
		"with stars":               {"extra.*.x", "_shards.*"},
		"the rows themselves":      {"hits.hits"},
		"what is around the rows":  {"hits", "hits.*"},
		"the whole response":       {""},
		"a path where nothing is":  {"hits.total.value.deeper", "nothing"},
		"the plan's own":           {"extra"},
		"a star over every member": {"*", "*.total"},
	} {
		t.Run(name, func(t *testing.T) {
			picked, err := Pick([]byte(twoShards), picks)
			require.NoError(t, err)
			kernel, err := own.With(picks)
			require.NoError(t, err)
			got, err := kernel.Block([]byte(twoShards))
			require.NoError(t, err)
			require.Equal(t, picked, got.Picked)
			require.Equal(t, want.Block, got.Block)
			require.Equal(t, want.Last, got.Last)
		})
	}
}

func TestAPickOutOfTheRowsIsRefusedByItsName(t *testing.T) {
	kernel, err := Compile(hitsPlan())
	require.NoError(t, err)
	for _, path := range []string{"hits.hits.*._id", "hits.hits.0", "hits.*.*"} {
		_, err := kernel.With([]string{"took", path})
		require.ErrorIs(t, err, ErrBelowRows, path)
	}
	_, err = Compile(hitsPlan("hits.hits.*._id"))
	require.ErrorIs(t, err, ErrBelowRows)
}

func TestKernelsOfOnePlanAreKeptByTheirPicks(t *testing.T) {
	base, err := Compile(hitsPlan())
	require.NoError(t, err)
	with := func(k *Kernel, picks ...string) *Kernel {
		made, err := k.With(picks)
		require.NoError(t, err)
		return made
	}
	took := with(base, "took")
	require.Same(t, base, with(base))
	require.Same(t, took, with(base, "took"))
	require.Same(t, took, with(with(base, "took", "_shards"), "took"))
	require.Same(t, base, with(took))
	require.NotSame(t, with(base, "took", "_shards"), with(base, "_shards", "took"))
	for n := range 3 * maxVariants {
		with(base, strconv.Itoa(n))
	}
	require.Len(t, base.variants.kernels, maxVariants)
	require.Same(t, took, with(base, "took"))
}

func TestWithKeepsAListOfItsOwn(t *testing.T) {
	base, err := Compile(hitsPlan())
	require.NoError(t, err)
	picks := []string{"took"}
	kernel, err := base.With(picks)
	require.NoError(t, err)
	picks[0] = "_shards"
	again, err := base.With([]string{"took"})
	require.NoError(t, err)
	require.Same(t, kernel, again)
}

func TestKernelsOfOnePlanWorkAtTheSameTime(t *testing.T) {
	base, err := Compile(hitsPlan())
	require.NoError(t, err)
	paths := []string{"took", "_shards.total", "hits.total.value"}
	want := []string{"6", "2", "2"}
	var group sync.WaitGroup
	got := make([]string, 60)
	for n := range got {
		group.Go(func() {
			kernel, err := base.With(paths[n%3 : n%3+1])
			if err != nil {
				return
			}
			if result, err := kernel.Block([]byte(twoShards)); err == nil && result.Rows == 2 {
				got[n] = result.Picked[0]
			}
		})
	}
	group.Wait()
	for n, text := range got {
		require.Equal(t, want[n%3], text)
	}
}
