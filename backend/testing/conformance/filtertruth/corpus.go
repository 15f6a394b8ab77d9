package filtertruth

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Mapping is the mapping of the corpus: a column of every type, and columns that are easily filtered wrong.
const Mapping = `{"dynamic":false,"properties":{
"kw":{"type":"keyword"},
"short":{"type":"keyword","ignore_above":8},
"lower":{"type":"keyword","normalizer":"lowercase"},
"filled":{"type":"keyword","null_value":"none"},
"nodv":{"type":"keyword","doc_values":false},
"noidx":{"type":"keyword","index":false},
"blind":{"type":"keyword","index":false,"doc_values":false},
"txt":{"type":"text"},
"name":{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":20}}},
"title":{"type":"text","fields":{"en":{"type":"text"},"raw":{"type":"keyword"}}},
"wild":{"type":"wildcard"},
"flat":{"type":"flattened"},
"const":{"type":"constant_keyword","value":"fixed"},
"ver":{"type":"version"},
"b":{"type":"byte"},"s":{"type":"short"},"i":{"type":"integer"},"l":{"type":"long"},"u":{"type":"unsigned_long"},
"d":{"type":"double"},"f":{"type":"float"},"h":{"type":"half_float"},"sc":{"type":"scaled_float","scaling_factor":100},
"odd":{"type":"integer","ignore_malformed":true},
"bool":{"type":"boolean"},
"date":{"type":"date"},"day":{"type":"date","format":"yyyy/MM/dd||epoch_second"},"nano":{"type":"date_nanos"},
"ip":{"type":"ip"},
"ri":{"type":"integer_range"},"rl":{"type":"long_range"},"rd":{"type":"double_range"},"rt":{"type":"date_range"},"rip":{"type":"ip_range"},
"geo":{"type":"geo_point"},"bin":{"type":"binary"},
"off":{"type":"object","enabled":false},
"obj":{"properties":{"kw":{"type":"keyword"},"deep":{"properties":{"i":{"type":"integer"}}}}},
"alias":{"type":"alias","path":"kw"},"number":{"type":"alias","path":"l"},
"n":{"type":"nested","properties":{"kw":{"type":"keyword"},"i":{"type":"integer"},"date":{"type":"date"},
"t":{"type":"text","fields":{"keyword":{"type":"keyword"}}},
"m":{"type":"nested","properties":{"kw":{"type":"keyword"},"i":{"type":"long"}}}}}
}}`

// documents is the number of documents in the corpus.
const documents = 300

// texts are string values that a pattern, an analyser or a change of case could confuse with others.
var texts = []string{
	"alpha", "Alpha", "ALPHA", "alpha beta", "beta", "beta*", "be?ta", `a\b`, `a"q`, "żółć", "ŻÓŁĆ", "Żółć", "", "10", "9", "a", "aa", "Z", "z",
	"é", "é", "日本", "日本語", "𝄞", "tab\there", "new\nline", "^start$", "start", "a.c", "abc", "axc", "100%", "<1-3>", "2", "@", "#", "~x", "*", "?", `\`,
	`\*`, "true", "none", "fixed", "AND", "x OR y", "straße", "STRASSE", "ﬁ", "İ", "i", "I", "k", "K",
}

// long are texts that are too long for a column of the corpus to index.
var long = []string{"longer than eight", "a text that is longer than twenty characters", "LONGER THAN EIGHT", "日本語日本語日本語日本語"}

var sentences = []string{
	"The quick brown fox", "quick", "Quick Fox", "brown fox quick", "fox", "lazy dog", "the", "", "!!!", "żółć gęś", "Żółć", "QUICK brown", "dog lazy fox",
}

// pools has the values of each column in documents, as JSON.
var pools = map[string][]string{
	"b":    {"-128", "127", "0", "1", "-1", "42"},
	"s":    {"-32768", "32767", "0", "300", "-1", `"42"`},
	"i":    {"-2147483648", "2147483647", "0", "10", "9", "42", `"77"`, "42.9"},
	"l":    {"-9223372036854775808", "9223372036854775807", "9223372036854775806", "0", "9007199254740992", "9007199254740993", "42", "-42"},
	"u":    {"0", "18446744073709551615", "18446744073709551614", "9223372036854775808", "42", "9007199254740993"},
	"d":    {"0.1", "0.10", "1e2", "100", "-0", "-0.0", "0", "1.7976931348623157e308", "-2.5", "5e-324", "0.30000000000000004", "0.3", "123456789.125", "9007199254740993"},
	"f":    {"0.1", "0.25", "-0.0", "0", "3.4028235e38", "16777217", "16777216", "-2.5", "1e-40"},
	"h":    {"0.1", "0.25", "0.5", "-2.5", "65504", "0", "1"},
	"sc":   {"0.1", "1.005", "1.015", "0.29", "10.5", "-2.5", "0"},
	"odd":  {"1", "2", `"x"`, `"y"`, "3"},
	"bool": {"true", "false", `"true"`, `"false"`},
	"date": {
		`"2020-01-02"`, `"2020-01-02T00:00:00Z"`, `"2020-01-02T23:59:59.999Z"`, `"2020-01-03T00:00:00.000Z"`, `"2019-12-31T23:59:59.999Z"`, "1577923200000", "0",
		`"1969-12-31"`, `"2020-02-29"`, `"2020-12-31T23:59:59.999Z"`, `"2021-01-01"`, `"2020-01-02T01:00:00+02:00"`, `"2020-01-31T23:30:00-01:00"`, `"1900-01-01"`, `"2020"`, `"2020-02"`,
		`"2020-01-02T10:11:12Z"`, `"2020-01-02T10:11:12.123Z"`, `"2020-01-02T10:12Z"`, `"9999-12-31"`,
	},
	"day":  {`"2020/01/02"`, `"2020/12/31"`, `"2019/12/31"`, "1577923200", "1577923201", `"1577966399"`},
	"nano": {`"2020-01-02T10:11:12.123456789Z"`, `"2020-01-02T10:11:12.123Z"`, `"2020-01-02"`, `"2020-01-02T23:59:59.999999999Z"`, `"2020-01-03"`, `"1970-01-01T00:00:00.000000001Z"`, `"2262-01-01"`},
	"ip":   {`"10.0.0.1"`, `"10.0.0.255"`, `"10.0.1.0"`, `"192.168.1.1"`, `"::1"`, `"2001:db8::1"`, `"2001:DB8:0:0:0:0:0:2"`, `"::ffff:10.0.0.1"`, `"0.0.0.0"`, `"255.255.255.255"`},
	"ver":  {`"1.0.0"`, `"1.0.0-alpha"`, `"1.0.0-alpha.1"`, `"1.0.0-rc.2"`, `"1.0.0-rc.11"`, `"1.2.0"`, `"1.10.0"`, `"10.0.0"`, `"2.0.0"`},
	"ri":   {`{"gte":1,"lte":10}`, `{"gt":1,"lt":10}`, `{"gte":5}`, `{"lt":0}`, `{"gte":-2147483648,"lte":2147483647}`, `{"gte":42,"lte":42}`},
	"rl":   {`{"gte":9007199254740992,"lte":9007199254740993}`, `{"gt":9007199254740992,"lte":9223372036854775807}`, `{"gte":0,"lt":42}`},
	"rd":   {`{"gte":0.5,"lte":1.5}`, `{"gt":0.5,"lt":1.5}`, `{"gte":-1}`, `{"lte":0.25}`},
	"rt":   {`{"gte":"2020-01-01","lte":"2020-01-31T00:00:00Z"}`, `{"gte":"2020-01-02T10:00:00Z","lt":"2020-01-02T11:00:00Z"}`, `{"gt":"2020-02-01T00:00:00Z"}`},
	"rip":  {`"10.0.0.0/24"`, `{"gte":"10.0.0.5","lte":"10.0.1.5"}`, `{"gt":"192.168.1.0","lt":"192.168.1.2"}`, `"2001:db8::/32"`},
	"geo":  {`{"lat":1.5,"lon":2.5}`, `"41.12,-71.34"`},
	"bin":  {`"AAEC"`, `"U29tZQ=="`},
	"off":  {`{"any":"alpha"}`, `{"any":1}`},
	"flat": {`{"a":"alpha"}`, `{"a":"Alpha","b":{"c":"beta*"}}`, `{"a":["x","alpha"]}`, `{"n":10}`, `{"e":""}`},
}

func init() {
	pools["txt"], pools["name"], pools["title"] = quotedAll(sentences), quotedAll(sentences, texts, long), quotedAll(sentences, texts)
	for _, name := range []string{"kw", "filled", "nodv", "noidx", "blind", "wild", "lower"} {
		pools[name] = quotedAll(texts)
	}
	pools["short"] = quotedAll(texts, long)
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // a string can always be written
	return string(text)
}

func quotedAll(lists ...[]string) []string {
	var all []string
	for _, list := range lists {
		for _, s := range list {
			all = append(all, quoted(s))
		}
	}
	return all
}

// dice generates the documents for one seed.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 0))} }

func (d dice) pick(from []string) string { return from[d.IntN(len(from))] }

// Corpus returns the documents for a seed. Every value of every pool occurs alone in one of them.
func Corpus(seed uint64) []*Document {
	d := newDice(seed)
	all := []*Document{}
	for _, source := range handmade {
		all = append(all, &Document{Source: source})
	}
	for n := 0; len(all) < documents; n++ {
		var members []string
		for _, column := range sortedNames(pools) {
			if text := d.column(column, n); text != "" {
				members = append(members, quoted(column)+":"+text)
			}
		}
		members = append(members, d.objects()...)
		all = append(all, &Document{Source: "{" + strings.Join(members, ",") + "}"})
	}
	for i, document := range all {
		document.ID = fmt.Sprintf("d%03d", i)
	}
	return all
}

// column returns the value of a column in document n, "" for none. In the first documents, each value of the pool
// occurs alone.
func (d dice) column(name string, n int) string {
	pool := pools[name]
	switch {
	case n < len(pool):
		return pool[n]
	case name == "geo", name == "bin": // arrays of them are read differently
		return d.pick(append([]string{""}, pool...))
	}
	return d.some(pool)
}

// some returns a value, none or several.
func (d dice) some(pool []string) string {
	switch roll := d.IntN(20); {
	case roll < 4:
		return ""
	case roll == 4:
		return "null"
	case roll == 5:
		return "[]"
	case roll < 9:
		return "[" + d.pick(pool) + "," + d.pick(pool) + "]"
	case roll == 9:
		return "[null,[" + d.pick(pool) + "]]"
	}
	return d.pick(pool)
}

// objects returns the members that are objects and arrays of objects.
func (d dice) objects() []string {
	var members []string
	if d.IntN(2) == 0 {
		members = append(members, `"obj":{"kw":`+d.pick(pools["kw"])+`,"deep":{"i":`+d.pick(pools["i"][:6])+`}}`)
	} else if d.IntN(2) == 0 {
		members = append(members, `"obj.kw":`+d.pick(pools["kw"])+`,"obj":[{"deep.i":`+d.pick(pools["i"][:6])+`},{"kw":`+d.pick(pools["kw"])+`}]`)
	}
	if d.IntN(5) == 0 {
		return members
	}
	var elements []string
	for range d.IntN(4) {
		elements = append(elements, d.element())
	}
	if len(elements) == 1 && d.IntN(2) == 0 {
		return append(members, `"n":`+elements[0])
	}
	return append(members, `"n":[`+strings.Join(elements, ",")+`]`)
}

// few are the texts of nested objects: few enough that rows on several leaves meet in one object.
var few = quotedAll([]string{"alpha", "Alpha", "beta", "beta*", "", "żółć"})

func (d dice) element() string {
	var members []string
	if d.IntN(5) > 0 {
		members = append(members, `"kw":`+d.some(few))
	}
	if d.IntN(5) > 0 {
		members = append(members, `"i":`+d.pick([]string{"1", "2", "3", "10", "null", "[1,2]"}))
	}
	if d.IntN(2) == 0 {
		members = append(members, `"t":`+d.pick(few), `"date":`+d.pick(pools["date"]))
	}
	var inner []string
	for range d.IntN(3) {
		inner = append(inner, `{"kw":`+d.pick(few)+`,"i":`+d.pick([]string{"1", "2", "9223372036854775807"})+`}`)
	}
	if len(inner) > 0 {
		members = append(members, `"m":[`+strings.Join(inner, ",")+`]`)
	}
	for i := len(members) - 1; i >= 0; i-- {
		if strings.HasSuffix(members[i], ":") {
			members = append(members[:i], members[i+1:]...)
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// handmade are documents that are not random.
var handmade = []string{
	`{}`,
	`{"kw":null,"txt":null,"name":null,"i":null,"date":null,"bool":null,"ip":null,"n":null,"filled":null}`,
	`{"kw":[],"txt":[],"name":[],"i":[],"date":[],"n":[],"filled":[],"obj":{}}`,
	`{"kw":[null],"filled":[null],"n":[null,{}]}`,
	`{"kw":"","txt":"","name":"","title":"","short":"","filled":"","n":[{"kw":"","t":""}]}`,
	`{"kw":["","alpha"],"name":["","alpha"],"i":[1,null,42],"date":["2020-01-02","2021-01-01"]}`,
	`{"n":[{"kw":"alpha","i":1},{"kw":"beta","i":2}]}`,
	`{"n":[{"kw":"alpha","i":2},{"kw":"beta","i":1}]}`,
	`{"n":[{"kw":["alpha","beta"],"i":[1,2]}]}`,
	`{"n":[{"kw":"alpha","m":[{"kw":"alpha","i":1},{"kw":"beta","i":2}]},{"kw":"beta","m":[{"kw":"alpha","i":2}]}]}`,
	`{"n":{"kw":"alpha","i":1,"m":{"kw":"beta","i":1}}}`,
	`{"n":[{"i":1},{"kw":"alpha"}]}`,
	`{"short":"12345678","name":"exactly twenty chars"}`,
	`{"short":"123456789","name":"exactly twenty-1 char"}`,
	`{"short":["short","longer than eight"],"name":["short","a text that is longer than twenty characters"]}`,
	`{"kw":"ALPHA beta","obj.deep.i":10,"obj":{"deep":{"i":9},"deep.i":42}}`,
	`{"date":["2020-01-01","2020-03-01"],"i":[1,100],"l":[1,100],"kw":["a","c"]}`,
}
