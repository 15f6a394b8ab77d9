package sample

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

const productsCount = 600

const vectorField = `"embedding":{"type":"dense_vector","dims":4,"index":false},`

// plainVectorField replaces vectorField in version 7, whose basic build has no vectors.
const plainVectorField = `"embedding":{"type":"float","index":false},`

const productsMapping = `{"properties":{
"added":{"type":"date"},
"ages":{"type":"integer_range"},
"aisle":{"type":"short"},
"available":{"type":"boolean"},
"barcode":{"type":"binary"},
"batch_no":{"type":"long_range"},
"brand":{"type":"keyword","normalizer":"lowercase"},
"code":{"type":"alias","path":"sku"},
"description":{"type":"text"},
"discount":{"type":"double_range"},
` + vectorField + `
"grade":{"type":"byte"},
"labels":{"type":"flattened"},
"made":{"type":"date_nanos"},
"name":{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":256}}},
"notes":{"type":"object","enabled":false},
"offers":{"type":"nested","properties":{"price":{"type":"double"},"shop":{"type":"keyword"},"until":{"type":"date"}}},
"origin":{"type":"ip"},
"quantity":{"type":"integer"},
"score":{"type":"half_float"},
"season":{"type":"date_range"},
"ship_from":{"type":"geo_point"},
"size":{"properties":{"height":{"type":"double"},"unit":{"type":"keyword"},"width":{"type":"double"}}},
"sku":{"type":"keyword"},
"sold":{"type":"long"},
"subnet":{"type":"ip_range"},
"temperature":{"type":"float_range"},
"volume":{"type":"float"},
"weight":{"type":"double"}}}`

// oddIDs are ids that a client must percent-encode in a path.
var oddIDs = []string{
	"kit/01", "kit/02/spare", "left hand", "100% wool", "c#minor", "what?", "a+b", "über-stuhl", "茶碗", "🍵", "semi;colon", "quote\"d", "back\\slash", "comma,separated", "..", "plus%2Bencoded", "a&b=c",
}

// products returns an index with one field of every type that the engine has without additional modules.
func products(seed uint64) Index {
	d := newDice(seed, 3)
	x := Index{Name: "products", Mapping: []byte(productsMapping), older: []byte(strings.Replace(productsMapping, vectorField, plainVectorField, 1))}
	for n := range productsCount {
		doc := Doc{ID: fmt.Sprintf("p%03d", n), Source: []byte(product(d, n))}
		if n%36 == 2 && n/36 < len(oddIDs) {
			doc.ID = oddIDs[n/36]
		}
		if n%75 == 20 {
			doc.Routing = "shop/" + d.pick(regions)
		}
		x.Docs = append(x.Docs, doc)
	}
	return x
}

func product(d dice, n int) string {
	switch n {
	case 3: // an empty document
		return `{}`
	case 4: // white space, escapes and an unusual key order
		return "{ \"name\" : \"Plain \\u0053tool \\/ caf\\u00e9\" ,\t  \"sku\": \"QS-0004\",\t\"weight\" : 1.50, \"quantity\":7 }"
	}
	o := new(object).str("sku", fmt.Sprintf("QS-%04d", n)).str("name", strings.Join([]string{d.pick(adjectives), d.pick(colours), d.pick(wares)}, " "))
	o.str("brand", d.pick(brands))
	productWhole(d, n, o)
	productFractions(d, n, o)
	productTimes(d, n, o)
	productRanges(d, n, o)
	productParts(d, n, o)
	return o.String()
}

func productWhole(d dice, n int, o *object) {
	if n%17 != 6 {
		o.num("quantity", d.between(0, 5000))
	}
	switch n % 151 {
	case 1:
		o.raw("sold", "9223372036854775807")
	case 2:
		o.raw("sold", "-9223372036854775808")
	case 5:
		o.raw("sold", "9007199254740993")
	default:
		o.num("sold", d.between(0, 2000000))
	}
	if !d.chance(10) {
		o.num("aisle", d.between(1, 60)).num("grade", d.between(-5, 5))
	}
	if n%23 == 8 {
		o.raw("available", "null")
	} else {
		o.flag("available", d.chance(2))
	}
}

func productFractions(d dice, n int, o *object) {
	switch n % 83 {
	case 7:
		o.raw("weight", "1e2")
	case 8:
		o.raw("weight", "-0")
	case 9:
		o.raw("weight", "0.1000000000000000055")
	default:
		o.raw("weight", decimal(d.between(5, 40000)))
	}
	if !d.chance(9) {
		o.raw("volume", fmt.Sprintf("%d.%04d", d.IntN(90), d.IntN(10000)))
	}
	if !d.chance(9) {
		o.raw("score", fmt.Sprintf("0.%02d", d.IntN(100)))
	}
	vector := make([]string, 4)
	for i := range vector {
		vector[i] = fmt.Sprintf("0.%02d", d.between(1, 99))
	}
	o.raw("embedding", array(vector))
}

func productTimes(d dice, n int, o *object) {
	day := d.day(time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC), 2500)
	switch {
	case n%19 == 4: // no date
	case n%13 == 5:
		o.raw("added", fmt.Sprint(day.UnixMilli()+int64(d.IntN(86400000))))
	case n%11 == 5:
		o.str("added", day.Add(time.Duration(d.IntN(86400))*time.Second).Format("2006-01-02T15:04:05")+"+02:00")
	default:
		o.str("added", day.Format("2006-01-02"))
	}
	if n%21 != 4 {
		o.str("made", fmt.Sprintf("%s.%09dZ", day.Add(-time.Duration(d.IntN(8640000))*time.Second).Format("2006-01-02T15:04:05"), d.IntN(1000000000)))
	}
}

func productRanges(d dice, n int, o *object) {
	if d.chance(3) {
		return
	}
	low := d.between(0, 12)
	o.obj("ages", new(object).num("gte", low).num("lt", low+d.between(2, 90)))
	from := d.day(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), 200)
	o.obj("season", new(object).str("gte", from.Format("2006-01-02")).str("lte", from.AddDate(0, d.between(1, 6), 0).Format("2006-01-02")))
	o.obj("batch_no", new(object).num("gt", n*100).num("lte", n*100+d.between(1, 99)))
	o.obj("temperature", new(object).raw("gte", fmt.Sprintf("-%d.5", d.IntN(20))).raw("lte", fmt.Sprintf("%d.5", d.between(20, 90))))
	o.obj("discount", new(object).raw("gte", "0.0").raw("lt", fmt.Sprintf("0.%d", d.between(1, 9))))
	o.str("subnet", fmt.Sprintf("198.51.100.%d/28", d.IntN(16)*16))
}

func productParts(d dice, n int, o *object) {
	if !d.chance(7) {
		o.str("origin", clientAddress(d))
	}
	if geo := whereabouts(d); geo != "" {
		o.raw("ship_from", geo)
	}
	code := []byte(fmt.Sprintf("%012d", d.Int64N(1000000000000)))
	o.str("barcode", base64.StdEncoding.EncodeToString(code))
	o.obj("size", new(object).raw("width", decimal(d.between(200, 20000))).raw("height", decimal(d.between(200, 20000))).str("unit", "cm"))
	labels := new(object).str("colour", d.pick(colours)).str("material", d.pick(materials))
	if d.chance(3) {
		labels.obj("care", new(object).flag("dishwasher", d.chance(2)).num("degrees", d.between(3, 9)*10))
	}
	o.obj("labels", labels)
	if !d.chance(5) {
		o.str("description", d.prose(d.between(40, 200)))
	}
	o.objs("offers", productOffers(d))
	if n%8 == 0 {
		o.obj("notes", new(object).str("by", d.person()).raw("lines", array([]string{"1", "2.50", `{"x.y":null}`})))
	}
}

func productOffers(d dice) []*object {
	offers := make([]*object, 0, 3)
	for range d.IntN(4) {
		o := new(object).str("shop", d.pick(institutes)).raw("price", decimal(d.between(100, 60000)))
		if d.chance(2) {
			o.str("until", d.day(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), 90).Format("2006-01-02"))
		}
		offers = append(offers, o)
	}
	return offers
}
