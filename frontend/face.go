package frontend

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"path"
	"strings"
)

// InFace returns Assets with the page set in a font family of the system, before those that the page names itself. An
// empty family leaves the choice to the page.
func InFace(family string) fs.FS {
	if family == "" {
		return Assets
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

// generic are the families that CSS knows by itself; in quotes, they would be names of fonts.
var generic = map[string]string{"sans": "sans-serif", "sans-serif": "sans-serif", "serif": "serif", "monospace": "monospace"}

// quotedFamily returns a font family as CSS writes it.
func quotedFamily(family string) string {
	if keyword, ok := generic[strings.ToLower(family)]; ok {
		return keyword
	}
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
