package typesense

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// earthRadius is the server's, in metres.
const earthRadius = 3958.75 * 1609

// distance is the distance between two points in metres.
func distance(a, b point) float64 {
	const radians = math.Pi / 180
	lat1, lat2 := a.lat*radians, b.lat*radians
	x := math.Sin((lat2 - lat1) / 2)
	y := math.Sin((b.lng - a.lng) * radians / 2)
	h := x*x + y*y*math.Cos(lat1)*math.Cos(lat2)
	return 2 * earthRadius * math.Asin(math.Sqrt(min(1, h)))
}

func geoFormat(f *field) *failure {
	return invalid("Value of filter field `%s`: must be in the `(-44.50, 170.29, 0.75 km)` or (56.33, -65.97, 23.82, -127.82) format.", f.name)
}

// geoTerm finds points in circles "(lat, lng, 5 km)" and polygons "(lat, lng, lat, lng, lat, lng)".
func geoTerm(f *field, value string) (condition, *failure) {
	value = strings.TrimSpace(strings.TrimPrefix(value, "="))
	if list, ok := inBrackets(value); ok {
		value = strings.TrimSpace(list)
	}
	var inside []func(point) bool
	for value != "" {
		end := strings.IndexByte(value, ')')
		if value[0] != '(' || end < 0 {
			return nil, geoFormat(f)
		}
		area, fail := readArea(f, value[1:end])
		if fail != nil {
			return nil, fail
		}
		inside = append(inside, area)
		value = strings.TrimLeft(value[end+1:], " ,")
	}
	if len(inside) == 0 {
		return nil, geoFormat(f)
	}
	return func(d *document) bool {
		return slices.ContainsFunc(d.index[f.name].points, func(p point) bool {
			return slices.ContainsFunc(inside, func(area func(point) bool) bool { return area(p) })
		})
	}, nil
}

func readArea(f *field, text string) (func(point) bool, *failure) {
	parts := strings.Split(text, ",")
	last := strings.TrimSpace(parts[len(parts)-1])
	if _, err := strconv.ParseFloat(last, 64); err == nil {
		return readPolygon(f, parts)
	}
	if len(parts) != 3 || len(last) < 2 {
		return nil, geoFormat(f)
	}
	metres := map[string]float64{"km": 1000, "mi": 1609.34}[last[len(last)-2:]]
	if metres == 0 {
		return nil, invalid("Unit must be either `km` or `mi`.")
	}
	numbers, ok := readFloats([]string{parts[0], parts[1], last[:len(last)-2]})
	if !ok {
		return nil, geoFormat(f)
	}
	centre, radius := point{numbers[0], numbers[1]}, numbers[2]*metres
	return func(p point) bool { return distance(centre, p) <= radius }, nil
}

func readFloats(texts []string) ([]float64, bool) {
	out := make([]float64, len(texts))
	for i, text := range texts {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func readPolygon(f *field, parts []string) (func(point) bool, *failure) {
	numbers, ok := readFloats(parts)
	if !ok || len(numbers) < 6 || len(numbers)%2 != 0 {
		return nil, geoFormat(f)
	}
	var corners []point
	for i := 0; i < len(numbers); i += 2 {
		corners = append(corners, point{numbers[i], numbers[i+1]})
	}
	return func(p point) bool {
		inside := false
		for i, a := range corners {
			b := corners[(i+1)%len(corners)]
			if (a.lat > p.lat) != (b.lat > p.lat) && p.lng < (b.lng-a.lng)*(p.lat-a.lat)/(b.lat-a.lat)+a.lng {
				inside = !inside
			}
		}
		return inside
	}, nil
}
