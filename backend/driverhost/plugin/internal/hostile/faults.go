package hostile

import "quarry/drivers/driver"

// kept holds a Conn, which a driver must not keep.
var kept *driver.Conn

// sink keeps the compiler from removing pointless work.
//
//lint:ignore U1000 writing to it is the point
var sink [][]byte

func nilMap(*driver.Conn, *driver.PageArgs) (string, error) {
	var m map[string]int
	//lint:ignore SA5000 it panics on purpose
	m["a"] = 1
	return "", nil
}

// panicWithCleanup panics while it still holds something.
func panicWithCleanup(c *driver.Conn, a *driver.PageArgs) (string, error) {
	if _, err := text(c, "/before"); err != nil {
		return "", err
	}
	defer func() {
		_, _ = c.Cleanup().Do(driver.Send{Request: driver.Request{Method: "DELETE", Path: "/held"}, Verb: driver.Raw})
	}()
	return nilMap(c, a)
}

// panicInDefer panics instead of releasing what it holds.
func panicInDefer(c *driver.Conn, a *driver.PageArgs) (string, error) {
	defer func() { _, _ = nilMap(c, a) }()
	return text(c, "/before")
}

// loop waits for a reply and then never returns.
func loop(c *driver.Conn, _ *driver.PageArgs) (string, error) {
	if _, err := text(c, "/before"); err != nil {
		return "", err
	}
	for i := 0; ; i++ {
		if i < 0 {
			return "", nil
		}
	}
}

func endlessRecursion(c *driver.Conn, a *driver.PageArgs) (string, error) {
	//lint:ignore SA5007 it never ends on purpose
	s, err := endlessRecursion(c, a)
	return s + a.Object, err
}

func memoryBomb(*driver.Conn, *driver.PageArgs) (string, error) {
	var all [][]byte
	for {
		all = append(all, make([]byte, 1<<20))
		sink = all
	}
}

// deadlock waits on a channel that nothing else uses.
func deadlock(*driver.Conn, *driver.PageArgs) (string, error) {
	<-make(chan int)
	return "", nil
}

// noise writes text to standard error that looks like the end of a program.
func noise(*driver.Conn, *driver.PageArgs) (string, error) {
	println("panic: long ago")
	return "", nil
}

// hoard uses a lot of memory once and releases it to its own heap.
func hoard(*driver.Conn, *driver.PageArgs) (string, error) {
	sink = [][]byte{make([]byte, 24<<20)}
	sink = nil
	return "", nil
}

// stubborn responds to its cancellation with more clean-ups than allowed, and eventually ends.
func stubborn(c *driver.Conn, a *driver.PageArgs) (string, error) {
	_, err := text(c, "/before")
	for range a.Size {
		_, _ = c.Cleanup().Do(get("/again"))
	}
	return "", err
}

// endless holds something and sends requests until one fails.
func endless(c *driver.Conn, _ *driver.PageArgs) (string, error) {
	defer func() {
		_, _ = c.Cleanup().Do(driver.Send{Request: driver.Request{Method: "DELETE", Path: "/held"}, Verb: driver.Raw})
	}()
	for {
		if _, err := text(c, "/again"); err != nil {
			return "", err
		}
	}
}

// deaf keeps cleaning up forever.
func deaf(c *driver.Conn, _ *driver.PageArgs) (string, error) {
	_, _ = text(c, "/before")
	for {
		_, _ = c.Cleanup().Do(get("/again"))
	}
}

func keep(c *driver.Conn, _ *driver.PageArgs) (string, error) {
	kept = c
	return text(c, "/kept")
}

func useKept(_ *driver.Conn, _ *driver.PageArgs) (string, error) {
	return text(kept, "/kept")
}
