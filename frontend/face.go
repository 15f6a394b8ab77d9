package frontend

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"path"
	"strings"
)

// ownFace is the page's own preferred family.
const ownFace = "Inter"

// InFace returns Assets with the page set in the desktop's font, ahead of those that the page names. An empty family
// leaves the choice to the page. "Sans" means that the desktop has none: then the page's own family comes first, since
// the webview would look for system-ui in vain.
func InFace(family string) fs.FS {
	switch strings.ToLower(family) {
	case "":
		return Assets
	case "sans", "sans-serif":
		family = ownFace
	}
	return facedFS{Assets, family}
}

// facedFS opens every file unchanged, except for the page, where it gives the first element the custom property that
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

// quotedFamily returns a font family in CSS syntax.
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
