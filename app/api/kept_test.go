package api

// SPEC: A-BRO-16

import (
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func fetch(t *testing.T, k *kept, method, id string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	k.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/data/kept?id="+id, nil))
	return w.Code, w.Body.String()
}

func TestWhatIsKeptIsFetchedOnce(t *testing.T) {
	k := newKept()
	a, b := k.put([]byte("first")), k.put([]byte("second"))
	code, body := fetch(t, k, "GET", b)
	require.Equal(t, 200, code)
	require.Equal(t, "second", body)
	code, body = fetch(t, k, "GET", b)
	require.Equal(t, 404, code)
	require.Contains(t, body, "It was fetched already")
	_, body = fetch(t, k, "GET", a)
	require.Equal(t, "first", body)
}

func TestWhatNobodyFetchesMakesRoom(t *testing.T) {
	k := newKept()
	first := k.put([]byte("0"))
	for i := range maxKept {
		k.put([]byte(strconv.Itoa(i + 1)))
	}
	require.Len(t, k.each, maxKept)
	code, _ := fetch(t, k, "GET", first)
	require.Equal(t, 404, code)
}
