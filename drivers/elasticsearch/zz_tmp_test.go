package elasticsearch_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/grid"
	"quarry/backend/plugin"
	"quarry/backend/rows"
	"quarry/backend/transport"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
)

func TestTmp(t *testing.T) {
	ctx := context.Background()
	rt, err := plugin.NewRuntime(ctx, plugin.Options{})
	require.NoError(t, err)
	wasm, err := os.ReadFile("/tmp/h-es.wasm")
	require.NoError(t, err)
	mod, err := rt.Compile(ctx, wasm)
	require.NoError(t, err)
	guest, err := mod.Open(ctx)
	require.NoError(t, err)
	for _, port := range []int{39416, 39417} {
		c, err := transport.New(transport.Options{Host: "127.0.0.1", Port: port})
		require.NoError(t, err)
		for name, r := range map[string]plugin.Runner{"native": plugin.Native(elasticsearch.New()), "wasm": guest} {
			begin := time.Now()
			exec := func(k *rows.Kernel) *plugin.Exec {
				return plugin.NewExec(plugin.FromTransport(c), plugin.ExecOptions{Kernel: func(*driver.RowsPlan) (*rows.Kernel, error) { return k, nil }})
			}
			server, err := plugin.Run[driver.Server](ctx, r, plugin.Call{Op: driver.OpOpen, Args: &driver.OpenArgs{}, Exec: exec(nil)})
			require.NoError(t, err)
			list, err := plugin.Run[driver.ObjectList](ctx, r, plugin.Call{Op: driver.OpObjects, Args: &driver.ObjectsArgs{}, Session: server.Session, Exec: exec(nil)})
			require.NoError(t, err)
			var names []string
			for _, o := range list.Objects {
				names = append(names, o.Name)
			}
			counts, err := plugin.Run[driver.Counts](ctx, r, plugin.Call{Op: driver.OpCount, Args: &driver.CountArgs{Objects: names}, Session: server.Session, Exec: exec(nil)})
			require.NoError(t, err)
			fmt.Println(port, name, server.Summary, list.Notices, counts.Counts, time.Since(begin))
			for _, o := range names {
				x := exec(nil)
				begin := time.Now()
				set, err := plugin.Run[driver.ColumnSet](ctx, r, plugin.Call{Op: driver.OpColumns, Args: &driver.ColumnsArgs{Object: o}, Session: server.Session, Exec: x})
				require.NoError(t, err)
				cols, err := grid.Join(set, x.Schema(set.Records))
				require.NoError(t, err)
				kernel, err := rows.Compile(grid.Plan(&set.Plan, cols))
				require.NoError(t, err)
				first := time.Since(begin)
				page := func(from int64, size int, sort []driver.SortKey) *rows.Page {
					x := exec(kernel)
					p, err := plugin.Run[driver.PageResult](ctx, r, plugin.Call{Op: driver.OpPage, Args: &driver.PageArgs{Object: o, View: set.View, From: from, Size: size, Sort: sort}, Session: server.Session, Exec: x})
					require.NoError(t, err, "%v", sort)
					require.Empty(t, p.Notices)
					b, err := rows.Decode(x.Block(int(p.Blocks[0])).Block)
					require.NoError(t, err)
					return b
				}
				begin = time.Now()
				b := page(0, 1000, nil)
				took := time.Since(begin)
				sorted := 0
				for _, col := range cols {
					if col.Sort == "" {
						require.NotEmpty(t, col.Reason, col.Name)
						if name == "native" && port == 39416 {
							fmt.Println("   ", col.Name, col.Type, "|", col.Reason)
						}
						continue
					}
					for _, desc := range []bool{false, true} {
						page(0, 3, []driver.SortKey{{Field: col.Sort, Type: col.Type, Desc: desc}})
					}
					sorted++
				}
				doc, err := plugin.Run[driver.Document](ctx, r, plugin.Call{Op: driver.OpDocument, Args: &driver.DocumentArgs{Object: o, Key: []driver.Text{{Key: "#index", Value: o}, {Key: "#id", Value: cellText(b, "_id")}}}, Session: server.Session, Exec: exec(nil)})
				require.NoError(t, err)
				fmt.Println("  ", o, len(cols), "columns", first, "page", took, "sorted by", sorted, "readonly", set.ReadOnly, len(doc.Source), doc.Revision)
			}
		}
	}
}

func cellText(p *rows.Page, name string) string {
	_, text := p.Cell(0, p.Column(name))
	return string(text)
}
