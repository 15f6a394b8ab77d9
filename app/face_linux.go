//go:build desktop && linux

// On Linux the page is set in the desktop's font, which GTK is asked for: system-ui is whatever fontconfig calls
// so, and where it is not installed WebKitGTK compares a hundred names for each size and weight. A desktop without
// a font of its own ("Sans") gets Inter at once.

package main

/*
#cgo linux pkg-config: gtk+-3.0
#include <gtk/gtk.h>

// The family of the desktop's font, which the caller frees, or NULL.
static char *quarry_face(void) {
	GtkSettings *settings = gtk_settings_get_default();
	char *font = NULL, *family = NULL;
	if (settings != NULL) {
		g_object_get(settings, "gtk-font-name", &font, NULL);
	}
	if (font != NULL) {
		PangoFontDescription *described = pango_font_description_from_string(font);
		family = g_strdup(pango_font_description_get_family(described));
		pango_font_description_free(described);
		g_free(font);
	}
	return family;
}
*/
import "C"

import (
	"strings"
	"unsafe"
)

// systemFace returns the family of the desktop's font, or "" if none is known. The webview's own system-ui is what
// fontconfig calls so, which is not always what the desktop uses, and where none of those fonts is installed, it looks
// through a hundred names for every size and weight. It belongs to the thread of checkDisplay, after that.
func systemFace() string {
	family := C.quarry_face()
	defer C.g_free(C.gpointer(unsafe.Pointer(family)))
	first, _, _ := strings.Cut(C.GoString(family), ",")
	return strings.TrimSpace(first)
}
