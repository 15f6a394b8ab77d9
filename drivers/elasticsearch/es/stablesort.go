package es

// SortBy sorts a list; equal elements keep their order. The compiler generates slices.SortFunc for each type, which
// adds 15 KB to the module each time; here only the last step depends on the type.
func SortBy[T any](list []T, compare func(a, b *T) int) {
	order := ordered(len(list), func(a, b int) int { return compare(&list[a], &list[b]) })
	sorted := make([]T, len(list))
	for i, from := range order {
		sorted[i] = list[from]
	}
	copy(list, sorted)
}

// ordered returns the numbers below n in the order of compare, by merging runs that double in length.
func ordered(n int, compare func(a, b int) int) []int {
	order, merged := make([]int, n), make([]int, n)
	for i := range order {
		order[i] = i
	}
	for run := 1; run < n; run *= 2 {
		for from := 0; from < n; from += 2 * run {
			merge(merged[from:], order[from:min(from+run, n)], order[min(from+run, n):min(from+2*run, n)], compare)
		}
		order, merged = merged, order
	}
	return order
}

// merge writes two ordered runs to dst as one.
func merge(dst, a, b []int, compare func(a, b int) int) {
	if len(b) == 0 || compare(a[len(a)-1], b[0]) <= 0 {
		copy(dst[copy(dst, a):], b)
		return
	}
	for i := range len(a) + len(b) {
		if len(b) == 0 || len(a) > 0 && compare(a[0], b[0]) <= 0 {
			dst[i], a = a[0], a[1:]
		} else {
			dst[i], b = b[0], b[1:]
		}
	}
}
