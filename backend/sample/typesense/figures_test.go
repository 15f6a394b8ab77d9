package typesense

// SPEC: B-MET-01

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func figuresAt(t *testing.T, e *Engine, path string, seconds int) gjson.Result {
	t.Helper()
	e.began = time.Now().Add(-time.Duration(seconds) * time.Second)
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.Header.Set("X-Typesense-Api-Key", DefaultKey)
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	require.Equal(t, http.StatusOK, w.Code)
	return gjson.ParseBytes(w.Body.Bytes())
}

func TestTheFiguresOfTheSampleServerMoveAndArePlausible(t *testing.T) {
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		t.Run(version, func(t *testing.T) {
			e, err := New(Options{Imitate: version, Empty: true})
			require.NoError(t, err)
			seen := map[string]bool{}
			for seconds := range 40 {
				m, s := figuresAt(t, e, "/metrics.json", seconds*5), figuresAt(t, e, "/stats.json", seconds*5)
				for _, part := range []string{"system_memory", "system_disk"} {
					require.Equal(t, gjson.String, m.Get(part+"_used_bytes").Type)
					require.Less(t, m.Get(part+"_used_bytes").Int(), m.Get(part+"_total_bytes").Int())
				}
				require.LessOrEqual(t, m.Get("typesense_memory_allocated_bytes").Int(), m.Get("typesense_memory_active_bytes").Int())
				require.Less(t, m.Get("typesense_memory_resident_bytes").Int(), m.Get("system_memory_used_bytes").Int())
				require.InDelta(t, 0.05, m.Get("typesense_memory_fragmentation_ratio").Float(), 0.03)
				search, write := s.Get("search_requests_per_second"), s.Get("write_requests_per_second")
				require.GreaterOrEqual(t, s.Get("total_requests_per_second").Float()+0.02, search.Float()+write.Float())
				require.Equal(t, version != "26.0", s.Get("cache_hit_ratio").Exists())
				require.InDelta(t, 0.5, s.Get("cache_hit_ratio").Float(), 0.5)
				seen[search.Raw], seen[s.Get("write_latency_ms").Raw], seen[m.Get("system_memory_used_bytes").Raw] = true, true, true
			}
			require.Greater(t, len(seen), 100)
		})
	}
}
