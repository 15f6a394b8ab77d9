package export

import (
	"strings"
	"unicode/utf8"

	"quarry/backend/system/files"
)

// maxName is how many bytes of an object's name become part of a file name. Systems allow names of 255 bytes, including
// an extension, and a temporary name needs more.
const maxName = 200

// FileName suggests a name, without an extension, for a file with an object's documents. It is valid on every system.
func FileName(object string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, object)
	name = strings.Trim(shortened(name), " .")
	if name == "" {
		name = "export"
	}
	if files.IsDevice(name) {
		stem, extension, dotted := strings.Cut(name, ".")
		name = stem + "_"
		if dotted {
			name += "." + extension
		}
	}
	return name
}

// shortened returns the beginning of a name, in whole characters.
func shortened(name string) string {
	end := min(len(name), maxName)
	for end < len(name) && end > 0 && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}
