package frontend

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"path"
	"strings"
)

// ownFace is the family that the page prefers by itself.
const ownFace = "Inter"

// InFace returns Assets with the page set in the font that the desktop is set to, before those that the page names. An
// empty family leaves the choice to the page, and so does "Sans", which says that the desktop has none: the page's own
// family is then named first, since the webview would look for system-ui in vain.
func InFace(family string) fs.FS {
	switch strings.ToLower(family) {
	case "":
		return Assets
	case "sans", "sans-serif":
		family = ownFace
	}
	return facedFS{Assets, family}
}

// facedFS opens every file as it is, except for the page, whose first element it gives the custom property that
// tokens.css looks for.
type facedFS struct {
	fs.FS
	family string
}

func (f facedFS) Open(name string) (fs.File, error) {
	if path.Base(name) != "index.html" {
		return f.FS.Open(name)
	}
	page, err := fs.ReadFile(f.FS, name)
	if err != nil {
		return nil, err
	}
	begun := fmt.Sprintf(`<html style="--font-system: %s" `, html.EscapeString(quotedFamily(f.family)))
	return unpackedFile{bytes.NewReader(bytes.Replace(page, []byte("<html "), []byte(begun), 1)), path.Base(name)}, nil
}

// quotedFamily returns a font family as CSS writes it.
func quotedFamily(family string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range family {
		if r < ' ' || strings.ContainsRune(`"\`, r) {
			fmt.Fprintf(&out, `\%x `, r)
			continue
		}
		out.WriteRune(r)
	}
	out.WriteByte('"')
	return out.String()
}
