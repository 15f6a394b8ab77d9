package sample

import (
	"fmt"
	"time"
)

const (
	weblogIndex = "weblog-2026.11"
	weblogCount = 4000
)

const weblogMapping = `{"properties":{
"@timestamp":{"type":"date"},
"client":{"type":"ip"},
"duration_ms":{"type":"double"},
"geo":{"type":"geo_point"},
"headers":{"type":"nested","properties":{"name":{"type":"keyword"},"value":{"type":"keyword","ignore_above":1024}}},
"message":{"type":"text"},
"request":{"properties":{"bytes":{"type":"long"},"method":{"type":"keyword"},"path":{"type":"keyword"}}},
"response":{"type":"short"},
"user_agent":{"properties":{"name":{"type":"keyword"},"os":{"properties":{"name":{"type":"keyword"}}},"version":{"type":"keyword"}}}}}`

var statuses = []int{200, 200, 200, 200, 200, 200, 204, 301, 304, 400, 401, 404, 404, 429, 500, 503}

// weblog returns an access log of November 2026, oldest line first.
func weblog(seed uint64, name string, n int) Index {
	d := newDice(seed, 2)
	x := Index{Name: name, Mapping: []byte(weblogMapping), Docs: make([]Doc, 0, n)}
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	step := (29 * 24 * time.Hour) / time.Duration(max(n, 1))
	for i := range n {
		at := start.Add(step*time.Duration(i) + time.Duration(d.Int64N(int64(step)+1)))
		x.Docs = append(x.Docs, Doc{ID: fmt.Sprintf("%08x-%05d", d.Uint32(), i), Source: []byte(logLine(d, at))})
	}
	return x
}

func logLine(d dice, at time.Time) string {
	method := d.pick([]string{"GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE"})
	path, status := d.pick(sitePaths), statuses[d.IntN(len(statuses))]
	o := new(object).str("@timestamp", at.Format("2006-01-02T15:04:05.000Z")).str("client", clientAddress(d))
	request := new(object).str("method", method).str("path", path)
	if status != 304 {
		request.num("bytes", d.between(120, 900000))
	}
	o.obj("request", request).num("response", status)
	if !d.chance(30) {
		o.raw("duration_ms", fmt.Sprintf("%d.%03d", d.between(0, 1800), d.IntN(1000)))
	}
	o.obj("user_agent", userAgent(d))
	if geo := whereabouts(d); geo != "" {
		o.raw("geo", geo)
	}
	o.objs("headers", requestHeaders(d))
	if status >= 500 {
		o.str("message", d.sentence(d.between(5, 12)))
	}
	return o.String()
}

func clientAddress(d dice) string {
	switch d.IntN(4) {
	case 0:
		return fmt.Sprintf("198.51.100.%d", d.between(1, 254))
	case 1:
		return fmt.Sprintf("203.0.113.%d", d.between(1, 254))
	case 2:
		return fmt.Sprintf("2001:db8::%x:%x", d.between(1, 65535), d.between(1, 65535))
	}
	return fmt.Sprintf("192.0.2.%d", d.between(1, 254))
}

func userAgent(d dice) *object {
	o := new(object).str("name", d.pick(agents)).str("version", fmt.Sprintf("%d.%d", d.between(1, 40), d.IntN(10)))
	if !d.chance(5) {
		o.obj("os", new(object).str("name", d.pick(systems)))
	}
	return o
}

// whereabouts writes a point in one of the three ways that clients use, or omits it.
func whereabouts(d dice) string {
	lat, lon := decimal(d.between(-8000, 8000)), decimal(d.between(-17000, 17000))
	switch d.IntN(6) {
	case 0:
		return ""
	case 1:
		return quote(lat + "," + lon)
	case 2:
		return "[" + lon + "," + lat + "]"
	}
	return `{"lat":` + lat + `,"lon":` + lon + `}`
}

func requestHeaders(d dice) []*object {
	headers := []*object{new(object).str("name", "Accept").str("value", d.pick([]string{"*/*", "application/json", "text/html"}))}
	if d.chance(2) {
		headers = append(headers, new(object).str("name", "Accept-Language").str("value", d.pick(languages)))
	}
	if d.chance(3) {
		headers = append(headers, new(object).str("name", "X-Request-Id").str("value", fmt.Sprintf("%016x", d.Uint64())))
	}
	if d.chance(9) {
		headers = append(headers, new(object).str("name", "DNT"))
	}
	return headers
}
