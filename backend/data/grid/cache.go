package grid

import (
	"container/list"
	"sync"
)

// CacheBudget is how many bytes of blocks all views together may cache.
const CacheBudget = 256 << 20

// Cache holds the blocks of pages within a budget of bytes and drops the least recently used ones first. It is safe for
// concurrent use.
type Cache struct {
	mu     sync.Mutex
	budget int
	size   int
	order  *list.List // *entry values, most recent first
	byKey  map[key]*list.Element
}

type key struct {
	view       string
	generation int
	page       int
	skip       int  // how many rows at the beginning of the page were already read
	documents  bool // whole documents instead of cells; such a page is never cached
}

type entry struct {
	key  key
	page *Page
}

// NewCache returns an empty cache with a budget in bytes.
func NewCache(budget int) *Cache {
	return &Cache{budget: budget, order: list.New(), byKey: make(map[key]*list.Element)}
}

func (c *Cache) get(k key) *Page {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[k]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).page
}

func (c *Cache) put(k key, p *Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[k]; e != nil {
		c.drop(e)
	}
	c.byKey[k] = c.order.PushFront(&entry{k, p})
	c.size += len(p.Block)
	for c.size > c.budget && c.order.Len() > 1 {
		c.drop(c.order.Back())
	}
}

func (c *Cache) remove(k key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[k]; e != nil {
		c.drop(e)
	}
}

// forget drops the pages whose keys match.
func (c *Cache) forget(is func(key) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if is(e.Value.(*entry).key) {
			c.drop(e)
		}
		e = next
	}
}

func (c *Cache) drop(e *list.Element) {
	old := e.Value.(*entry)
	c.order.Remove(e)
	delete(c.byKey, old.key)
	c.size -= len(old.page.Block)
}

// Size returns the size of the cache in bytes.
func (c *Cache) Size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}
