package sample

import (
	"fmt"
	"strings"
	"time"
)

const booksCount = 1200

const booksMapping = `{"properties":{
"authors":{"type":"nested","properties":{
  "affiliations":{"type":"nested","properties":{"name":{"type":"keyword"},"since":{"type":"date"}}},
  "born":{"type":"short"},
  "name":{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":256}}},
  "role":{"type":"keyword"}}},
"blurb":{"type":"text"},
"chapters":{"type":"nested","properties":{"no":{"type":"integer"},"title":{"type":"text"}}},
"in_print":{"type":"boolean"},
"isbn":{"type":"keyword"},
"language":{"type":"keyword"},
"pages":{"type":"integer"},
"price":{"type":"float"},
"published":{"type":"date"},
"rating":{"type":"half_float"},
"sales":{"properties":{
  "by_region":{"properties":{"east":{"type":"integer"},"north":{"type":"integer"},"south":{"type":"integer"},"west":{"type":"integer"}}},
  "online":{"type":"long"},
  "total":{"type":"long"}}},
"stock":{"type":"long"},
"tags":{"type":"keyword"},
"title":{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":256}}}}}`

// books returns a publisher's list: nested arrays in nested arrays, numbers whose exact text matters, and a dotted leaf
// spelled in two ways.
func books(seed uint64) Index {
	d := newDice(seed, 1)
	x := Index{Name: "books", Mapping: []byte(booksMapping)}
	for n := range booksCount {
		x.Docs = append(x.Docs, Doc{ID: fmt.Sprintf("book-%04d", n+1), Source: []byte(book(d, n))})
	}
	return x
}

func book(d dice, n int) string {
	o := new(object)
	o.str("title", bookTitle(d, n)).str("isbn", fmt.Sprintf("979-0-%04d-%04d-%d", d.IntN(10000), n, d.IntN(10)))
	if !d.chance(15) {
		o.str("blurb", d.prose(d.between(80, 420)))
	}
	bookFacts(d, n, o)
	o.objs("authors", bookAuthors(d))
	if chapters := bookChapters(d, n); chapters != nil {
		o.objs("chapters", chapters)
	}
	bookSales(d, n, o)
	return o.String()
}

func bookTitle(d dice, n int) string {
	title := "The " + d.pick(adjectives) + " " + d.pick(things)
	switch {
	case n == 7:
		return title + ", being a complete and unhurried account of " + d.prose(260)
	case n%97 == 0:
		return title + " 🌊"
	case d.chance(5):
		return title + ", Volume " + fmt.Sprint(d.between(2, 9))
	case d.chance(9):
		return "Zwölf " + d.pick(things) + "s und ein " + d.pick(things)
	}
	return title
}

func bookFacts(d dice, n int, o *object) {
	published := d.day(time.Date(1968, 1, 1, 0, 0, 0, 0, time.UTC), 21000)
	switch {
	case n%41 == 5:
		o.raw("published", "null")
	case n%29 == 3:
		o.str("published", published.Add(time.Duration(d.IntN(86400))*time.Second).Format("2006-01-02T15:04:05Z"))
	default:
		o.str("published", published.Format("2006-01-02"))
	}
	if !d.chance(40) {
		o.num("pages", d.between(48, 1240))
	}
	o.raw("price", bookPrice(d, n))
	if !d.chance(12) {
		o.raw("rating", fmt.Sprintf("%d.%d", d.between(1, 4), d.IntN(10)))
	}
	o.str("language", d.pick(languages)).flag("in_print", !d.chance(4))
	switch {
	case n%53 == 0:
		o.raw("tags", "[]")
	case n%31 == 0:
		o.str("tags", d.pick(tags))
	default:
		o.list("tags", d.some(d.between(1, 5), tags))
	}
	o.raw("stock", fmt.Sprint(bookStock(d, n)))
}

func bookPrice(d dice, n int) string {
	switch n % 113 {
	case 11:
		return "1e1"
	case 12:
		return "12.5000"
	}
	return decimal(d.between(4, 90)*100 + d.between(0, 9)*10)
}

func bookStock(d dice, n int) int64 {
	if n%37 == 1 {
		return 9007199254740993 + int64(d.IntN(1000))
	}
	return int64(d.between(0, 2400))
}

func bookAuthors(d dice) []*object {
	authors := make([]*object, 0, 3)
	for i := range d.between(1, 3) {
		a := new(object).str("name", d.person())
		if !d.chance(6) {
			a.num("born", d.between(1921, 1999))
		}
		a.str("role", []string{"author", "illustrator", "translator"}[i])
		if d.chance(2) {
			a.objs("affiliations", affiliations(d))
		}
		authors = append(authors, a)
	}
	return authors
}

func affiliations(d dice) []*object {
	out := make([]*object, 0, 2)
	for range d.between(1, 2) {
		a := new(object).str("name", d.pick(institutes))
		if !d.chance(4) {
			a.str("since", d.day(time.Date(1975, 1, 1, 0, 0, 0, 0, time.UTC), 18000).Format("2006-01-02"))
		}
		out = append(out, a)
	}
	return out
}

// bookChapters returns no chapters, a few, a few hundred, or one whose title alone is longer than 10,000 characters.
func bookChapters(d dice, n int) []*object {
	if d.chance(8) {
		return nil
	}
	count := d.between(2, 8)
	if n%240 == 60 {
		count = 260
	}
	chapters := make([]*object, 0, count)
	for i := range count {
		title := strings.TrimSuffix(d.sentence(d.between(3, 7)), ".")
		if n%400 == 90 && i == 1 {
			title = d.prose(12000)
		}
		chapters = append(chapters, new(object).num("no", i+1).str("title", title))
	}
	return chapters
}

// bookSales spells sales.total inside the object, as a dotted key, or as both.
func bookSales(d dice, n int, o *object) {
	total := d.between(0, 90000)
	sales := new(object).num("online", d.between(0, total+1))
	byRegion := new(object)
	for _, r := range d.some(d.between(1, 4), regions) {
		byRegion.num(r, d.between(0, 20000))
	}
	switch n % 19 {
	case 4:
		o.num("sales.total", total)
	case 9:
		o.obj("sales", sales.obj("by_region", byRegion)).num("sales.total", total)
	case 14:
		o.obj("sales", sales.num("by_region.north", d.between(0, 20000)).num("total", total))
	default:
		o.obj("sales", sales.num("total", total).obj("by_region", byRegion))
	}
}
