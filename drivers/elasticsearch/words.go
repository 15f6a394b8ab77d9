package elasticsearch

import "strconv"

// many writes how many there are of something, in the word for one or in that for several.
func many(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}
