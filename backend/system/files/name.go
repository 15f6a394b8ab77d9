package files

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"unicode/utf16"

	"quarry/drivers/driver"
)

// device matches the names that Windows treats as devices, whatever their extension (Naming Files, Paths, and
// Namespaces).
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)`)

// IsDevice reports whether Windows treats a file's name as a device, with any extension.
func IsDevice(name string) bool { return device.MatchString(name) }

// notInNames are the characters that a name cannot contain on Windows.
const notInNames = `<>:"/\|?*`

// checkName returns why a user's file cannot have a name, as a *driver.Error.
func checkName(name string) error {
	if e := nameFault(runtime.GOOS, name); e != nil {
		return e
	}
	if !filepath.IsLocal(name) {
		return errName
	}
	return nil
}

// longestName is how many UTF-16 code units a name can have on Windows.
const longestName = 255

// nameFault returns why a file cannot have a name on a system, nil if it can. Windows would silently drop a final dot
// or space, and treat the text after a colon as part of another file.
func nameFault(system, name string) *driver.Error {
	message := ""
	switch {
	case system != "windows":
		return nil
	case IsDevice(name):
		base, _, _ := strings.Cut(name, ".")
		message = fmt.Sprintf("Windows reserves the name %s.", strings.TrimRight(base, " "))
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
		message = "On Windows, file names cannot end with a dot or a space."
	case strings.ContainsAny(name, notInNames) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }):
		message = `On Windows, file names cannot contain < > : " / \ | ? *`
	case len(utf16.Encode([]rune(name))) > longestName: // the system says that the path was not found
		return &driver.Error{Kind: driver.Invalid, Message: tooLongMessage, Hint: tooLongHint}
	default:
		return nil
	}
	return &driver.Error{Kind: driver.Invalid, Message: message, Hint: "Choose another name."}
}
