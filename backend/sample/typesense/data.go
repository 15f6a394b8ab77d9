package typesense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"quarry/backend/sample"
)

// sampleSchemas are the collections of the sample data, in the order in which they are made.
var sampleSchemas = []string{
	`{"name":"books","enable_nested_fields":true,"fields":[
		{"name":"title","type":"string","sort":true},{"name":"isbn","type":"string"},{"name":"language","type":"string","facet":true,"optional":true},
		{"name":"published","type":"string","sort":true,"optional":true},{"name":"pages","type":"int32","optional":true},
		{"name":"price","type":"float","optional":true},{"name":"rating","type":"float","optional":true},
		{"name":"in_print","type":"bool","facet":true,"optional":true},{"name":"stock","type":"int64","optional":true},
		{"name":"tags","type":"string[]","facet":true,"optional":true},{"name":"authors","type":"object[]","optional":true},
		{"name":"chapters","type":"object[]","optional":true},{"name":"sales","type":"object","optional":true},
		{"name":"blurb","type":"string","optional":true}]}`,
	`{"name":"notes","enable_nested_fields":true,"fields":[{"name":".*","type":"auto"}]}`,
	`{"name":"places","enable_nested_fields":true,"default_sorting_field":"visitors","fields":[
		{"name":"name","type":"string","sort":true},{"name":"kind","type":"string","facet":true},{"name":"location","type":"geopoint"},
		{"name":"visitors","type":"int32"},{"name":"gates","type":"geopoint[]","optional":true},{"name":"rating","type":"float","optional":true},
		{"name":"open","type":"object","optional":true},{"name":"free","type":"bool","optional":true}]}`,
	`{"name":"weblog","enable_nested_fields":true,"fields":[
		{"name":"time","type":"int64"},{"name":"client","type":"string","optional":true},{"name":"request","type":"object","optional":true},
		{"name":"response","type":"int32","facet":true,"optional":true},{"name":"duration_ms","type":"float","optional":true},
		{"name":"geo","type":"geopoint","optional":true},{"name":"user_agent","type":"object","optional":true},
		{"name":"headers","type":"object[]","optional":true},{"name":"message","type":"string","optional":true}]}`,
}

const (
	weblogCount = 20000
	placesCount = 400
	notesCount  = 150
)

// load makes the sample collections and fills them.
func (e *Engine) load(seed uint64) error {
	for _, schema := range sampleSchemas {
		v, err := readJSON(schema)
		if err != nil {
			return fmt.Errorf("read a sample schema: %w", err)
		}
		o, _ := v.(object)
		c, fail := e.readCollection(o)
		if fail != nil {
			return fmt.Errorf("make a sample collection: %w", fail)
		}
		e.add(c)
	}
	random := rand.New(rand.NewPCG(seed, 7))
	filled := map[string][]object{"notes": notes(random), "places": places(random)}
	for name, index := range map[string]sample.Index{"books": sample.Data(seed)[0], "weblog": sample.Weblog(seed, "weblog", weblogCount)} {
		for _, d := range index.Docs {
			v, err := readJSON(string(d.Source))
			if err != nil {
				return fmt.Errorf("read a document of %s: %w", name, err)
			}
			o, _ := v.(object)
			o["id"] = d.ID
			adapt(o)
			filled[name] = append(filled[name], o)
		}
	}
	for name, documents := range filled {
		c := e.collections[name]
		for _, o := range documents {
			if _, fail := c.writeObject(o, "create", "", ""); fail != nil {
				return fmt.Errorf("load a document of %s: %w", name, fail)
			}
		}
	}
	for _, c := range e.collections {
		e.original = append(e.original, c.copy(e))
	}
	slices.SortFunc(e.original, func(a, b *collection) int { return a.number - b.number })
	return nil
}

// adapt makes a document fit its schema: a time is a number, a place is a pair of latitude and longitude, and a single
// tag is a list.
func adapt(o object) {
	if tag, single := o["tags"].(string); single {
		o["tags"] = []any{tag}
	}
	if text, ok := o["@timestamp"].(string); ok {
		at, err := time.Parse(time.RFC3339, text)
		if err == nil {
			o["time"] = at.UnixMilli()
		}
		delete(o, "@timestamp")
	}
	switch geo := o["geo"].(type) {
	case []any:
		o["geo"] = []any{geo[1], geo[0]}
	case object:
		o["geo"] = []any{geo["lat"], geo["lon"]}
	case nil:
	default:
		delete(o, "geo")
	}
}

var (
	placeKinds  = strings.Fields("museum park library market station theatre garden harbour")
	placeNames  = strings.Fields("Amber Birch Cedar Dune Ember Fern Grove Heath Ivory Juniper Kestrel Linden Marsh North Oak Pebble Quarry Reed Sorrel Thistle")
	noteSubject = strings.Fields("inventory invoice meeting repair visit training delivery survey")
)

func pick(random *rand.Rand, list []string) string { return list[random.IntN(len(list))] }

func degreesFrom(random *rand.Rand, low, span float64) float64 {
	return rounded(low + random.Float64()*span)
}

// rounded leaves four digits after the point.
func rounded(v float64) float64 { return math.Round(v*10000) / 10000 }

// places are documents with points. Every seventh lacks what is optional. The schema lacks their websites.
func places(random *rand.Rand) []object {
	var out []object
	for n := range placesCount {
		lat, lng := degreesFrom(random, 36, 30), degreesFrom(random, -9, 40)
		kind := pick(random, placeKinds)
		o := object{
			"id": fmt.Sprintf("place-%03d", n), "name": pick(random, placeNames) + " " + strings.ToUpper(kind[:1]) + kind[1:], "kind": kind,
			"location": []any{lat, lng}, "visitors": int64(random.IntN(900000)),
		}
		if n%7 != 0 {
			o["rating"] = float64(10+random.IntN(41)) / 10
			o["free"] = random.IntN(2) == 0
			o["website"] = fmt.Sprintf("https://place-%03d.example", n)
			o["open"] = object{"from": int64(7 + random.IntN(4)), "to": int64(17 + random.IntN(6))}
			o["gates"] = []any{[]any{lat, lng}, []any{rounded(lat + 0.001), rounded(lng - 0.001)}}
		}
		out = append(out, o)
	}
	return out
}

// notes are documents of several shapes, whose fields the collection learns.
func notes(random *rand.Rand) []object {
	var out []object
	for n := range notesCount {
		o := object{"id": fmt.Sprintf("note-%03d", n), "subject": pick(random, noteSubject), "day": fmt.Sprintf("2026-%02d-%02d", 1+n%12, 1+n%28)}
		switch n % 4 {
		case 0:
			o["amount"] = float64(random.IntN(100000))/100 + 0.001
			o["currency"] = pick(random, []string{"EUR", "USD", "CHF"})
		case 1:
			o["people"] = []any{pick(random, placeNames), pick(random, placeNames)}
			o["minutes"] = int64(15 * (1 + random.IntN(8)))
		case 2:
			o["item"] = object{"code": fmt.Sprintf("K-%04d", random.IntN(10000)), "count": int64(random.IntN(40)), "size": object{"unit": "cm", "width": int64(random.IntN(200))}}
		default:
			o["steps"] = []any{object{"done": true, "what": pick(random, noteSubject)}, object{"done": false, "what": pick(random, noteSubject), "hours": int64(random.IntN(9))}}
			o["urgent"] = n%8 == 3
		}
		out = append(out, o)
	}
	return out
}
