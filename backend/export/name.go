package export

import "strings"

// maxName is the most characters of an object's name that become part of a file name.
const maxName = 120

// FileName suggests a name, without an extension, for the file that an object's documents are written to. It is valid on
// every system.
func FileName(object string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, object)
	if letters := []rune(name); len(letters) > maxName {
		name = string(letters[:maxName])
	}
	name = strings.Trim(name, " .")
	if name == "" {
		name = "export"
	}
	return name
}
