package rows

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes documents with only a few keys, so that columns and spellings often collide.
type generator struct {
	*rand.Rand
}

var (
	genKeys    = []string{"a", "b", "c", "a", "b", "c", "a.b", "b.c", "a.b.c", "c.a", "x", "", ".", "a..b", `q"`, "ключ", "x.y"}
	genScalars = []string{
		"0", "-0", "1.0", "1e2", "1E+2", "-1.50", "9007199254740993", "18446744073709551615", "0.1000000000000000055",
		"true", "false", "null", "null", `""`, `"plain"`, `"ünï 🦊"`, `"a\"b\\c\/\b\f\n\r\t"`, `"\u00e9\ud83e\udd8a"`,
		`"\ud800"`, `"x\udc00\ud800y"`, `"\ud83e\ud83e\udd8a"`, `"[]{},:"`, `"\\"`, `"\u0000"`, `"[1,2"`,
	}
	genSpaces = []string{"", "", "", " ", "\n\t", "  "}
)

func (g generator) of(list []string) string { return list[g.IntN(len(list))] }

func (g generator) space() string { return g.of(genSpaces) }

func (g generator) value(depth int) string {
	switch n := g.IntN(10); {
	case depth > 0 && n < 3:
		return g.object(depth)
	case depth > 0 && n < 6:
		return g.array(depth)
	}
	return g.of(genScalars)
}

func (g generator) object(depth int) string {
	return g.container('{', '}', func() string {
		return quote(g.of(genKeys)) + g.space() + ":" + g.space() + g.value(depth-1)
	})
}

func (g generator) array(depth int) string {
	return g.container('[', ']', func() string { return g.value(depth - 1) })
}

func (g generator) container(opening, closing byte, member func() string) string {
	var b strings.Builder
	b.WriteByte(opening)
	for n := range g.IntN(5) {
		if n > 0 {
			b.WriteByte(',')
		}
		b.WriteString(g.space() + member() + g.space())
	}
	b.WriteByte(closing)
	return b.String()
}

func quote(key string) string {
	return `"` + strings.ReplaceAll(key, `"`, `\"`) + `"`
}

// plan returns a plan whose columns agree on which prefixes are nested.
func (g generator) plan() Plan {
	nested := map[string]bool{}
	for _, path := range []string{"a", "b", "a.b", "a.b.c", "c"} {
		nested[path] = g.IntN(3) == 0
	}
	p := Plan{Doc: g.of([]string{"", "_source"}), Cut: g.IntN(3) * 9, Hidden: []Hidden{{Name: "#hash"}}}
	for n := range 1 + g.IntN(14) {
		c := Column{Name: fmt.Sprint("column ", n), First: g.IntN(5) == 0}
		for range 1 + g.IntN(3) {
			c.Path = append(c.Path, g.of(genKeys))
		}
		for k := range c.Path {
			if nested[strings.Join(c.Path[:k+1], ".")] {
				c.Nested = append(c.Nested, k+1)
			}
		}
		p.Columns = append(p.Columns, c)
	}
	return p.agreed()
}

// agreed lists, in each column, every nested prefix that another column lists.
func (p Plan) agreed() Plan {
	nested := map[string]bool{}
	for _, c := range p.Columns {
		for _, n := range c.Nested {
			nested[strings.Join(c.Path[:n], ".")] = true
		}
	}
	for n := range p.Columns {
		c := &p.Columns[n]
		c.Path, c.Nested = parts(c.Path), nil
		for k := range c.Path {
			if nested[strings.Join(c.Path[:k+1], ".")] {
				c.Nested = append(c.Nested, k+1)
			}
		}
	}
	return p
}

func (g generator) response(p Plan) string {
	return g.container('[', ']', func() string {
		doc := g.object(4)
		if p.Doc == "" {
			return doc
		}
		if g.IntN(10) == 0 {
			return `{"_id":1}`
		}
		return `{"_id":"x","_source":` + g.space() + doc + `,"sort":[1]}`
	})
}
