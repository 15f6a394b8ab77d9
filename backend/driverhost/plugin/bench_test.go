package plugin

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin/internal/hostile"
	"quarry/drivers/driver"
)

// bothWays returns the two ways of running the hostile driver, the module last.
func bothWays(b *testing.B) []struct {
	name   string
	runner Runner
} {
	return []struct {
		name   string
		runner Runner
	}{{"native", Native(hostile.Driver{})}, {"module", openHostile(b, sharedModule)}}
}

// BenchmarkOperation measures the cost of an operation without its requests.
func BenchmarkOperation(b *testing.B) {
	for _, object := range []string{"empty", "one", "page", "parallel"} {
		for _, way := range bothWays(b) {
			b.Run(object+"/"+way.name, func(b *testing.B) {
				c := sized(object, echo, 0, 4)
				for b.Loop() {
					if _, err := way.runner.Run(context.Background(), c); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkPage measures a page of 1,000 hits of 1 KB with 35 columns, from the operation's start to the block,
// compared with the kernel alone.
func BenchmarkPage(b *testing.B) {
	response := thousandHits()
	kernel, err := rows.Compile(pagePlan())
	require.NoError(b, err)
	b.Run("kernel", func(b *testing.B) {
		b.SetBytes(int64(len(response)))
		for b.Loop() {
			if _, err := kernel.Block(response); err != nil {
				b.Fatal(err)
			}
		}
	})
	sender := senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) {
		return &transport.Response{Status: 200, Body: response}, nil
	})
	options := ExecOptions{Kernel: func(*driver.RowsPlan) (*rows.Kernel, error) { return kernel, nil }}
	for _, way := range bothWays(b) {
		b.Run(way.name, func(b *testing.B) {
			b.SetBytes(int64(len(response)))
			for b.Loop() {
				exec := NewExec(sender, options)
				if _, err := way.runner.Run(context.Background(), sized("page", exec, 0, 1000)); err != nil {
					b.Fatal(err)
				}
				if exec.Block(1).Rows != 1000 {
					b.Fatal("the block is not the page")
				}
			}
		})
	}
}

// BenchmarkOpen measures the start of an instance.
func BenchmarkOpen(b *testing.B) {
	m, err := sharedModule()
	require.NoError(b, err)
	for b.Loop() {
		r, err := m.Open(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Close(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

const benchColumns = 35

func pagePlan() rows.Plan {
	plan := rows.Plan{Rows: "hits.hits", Doc: "_source", Cut: 10000, Last: "sort", Hidden: []rows.Hidden{{Name: "#index", At: "_index"}, {Name: "#id", At: "_id"}, {Name: "#seq", At: "_seq_no"}, {Name: "#term", At: "_primary_term"}}}
	for i := range benchColumns {
		name := fmt.Sprintf("field_%02d", i)
		plan.Columns = append(plan.Columns, rows.Column{Name: name, Path: []string{name}})
	}
	return plan
}

func thousandHits() []byte {
	var out strings.Builder
	out.WriteString(`{"took":3,"timed_out":false,"_shards":{"total":1,"failed":0},"hits":{"total":{"value":1000,"relation":"eq"},"max_score":null,"hits":[`)
	for i := range 1000 {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"_index":"books","_id":"id-%d","_seq_no":%d,"_primary_term":1,"_source":{`, i, i)
		for f := range benchColumns {
			if f > 0 {
				out.WriteByte(',')
			}
			fmt.Fprintf(&out, `"field_%02d":"value %d of %d"`, f, f, i)
		}
		fmt.Fprintf(&out, `},"sort":[%d]}`, i)
	}
	out.WriteString(`]},"pit_id":"abc"}`)
	return []byte(out.String())
}
