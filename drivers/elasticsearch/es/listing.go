package es

// MaxNamed is the maximum number of columns that a notice names.
const MaxNamed = 5

// CompareNames orders paths name by name: a dot comes before every other character.
func CompareNames(a, b string) int {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		switch {
		case x == y:
			continue
		case x == '.':
			return -1
		case y == '.':
			return 1
		}
		return int(x) - int(y)
	}
	return len(a) - len(b)
}
