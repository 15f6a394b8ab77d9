package export

import (
	"strings"
	"unicode/utf8"

	"quarry/backend/system/files"
)

// maxName is the most bytes of an object's name that become part of a file name. Systems take names of 255 bytes, which
// also have an extension, and more while the file is written.
const maxName = 200

// FileName suggests a name, without an extension, for the file that an object's documents are written to. It is valid on
// every system.
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

// shortened returns the beginning of a name, of whole characters.
func shortened(name string) string {
	end := min(len(name), maxName)
	for end < len(name) && end > 0 && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}
