package export

import "strings"

// maxName is the most characters of an object that become part of a file's name.
const maxName = 120

// FileName suggests the name of the file that an object's documents are written to: one that every system takes.
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
	return name + ".jsonl"
}
