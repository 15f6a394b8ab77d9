package api

import (
	"net/http"
	"strconv"
	"sync"

	"quarry/drivers/driver"
)

// maxKept is how many texts wait to be fetched. The page fetches each as soon as it was told its id.
const maxKept = 16

// kept holds what is too large for a result until the page fetches it, once, by its id.
type kept struct {
	mu    sync.Mutex
	next  int
	order []string
	each  map[string][]byte
}

func newKept() *kept { return &kept{each: map[string][]byte{}} }

// put keeps data and gives its id. The oldest data that was never fetched makes room.
func (k *kept) put(data []byte) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.next++
	id := strconv.Itoa(k.next)
	k.each[id] = data
	k.order = append(k.order, id)
	for len(k.order) > maxKept {
		delete(k.each, k.order[0])
		k.order = k.order[1:]
	}
	return id
}

// take gives data up.
func (k *kept) take(id string) ([]byte, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	data, there := k.each[id]
	delete(k.each, id)
	return data, there
}

// ServeHTTP answers GET /data/kept?id= with the data of that id.
func (k *kept) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, there := k.take(r.URL.Query().Get("id"))
	if r.Method != http.MethodGet || !there {
		writeFailure(w, http.StatusNotFound, &driver.Error{Kind: driver.NotFound, Message: "It was fetched already. Read it again."})
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data)
}
