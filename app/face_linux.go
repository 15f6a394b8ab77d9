//go:build desktop && linux

// On Linux the page uses the desktop's font, which GTK knows. system-ui is whatever fontconfig maps it to, and if that
// is not installed, WebKitGTK compares a hundred names for each size and weight. A desktop without its own font
// ("Sans") gets Inter right away.

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

// systemFace returns the family of the desktop's font, or "" if unknown. The webview's own system-ui comes from
// fontconfig, which is not always the desktop's font, and if none of its fonts is installed, the webview looks through
// a hundred names for every size and weight. Call it on the thread of checkDisplay, after that.
func systemFace() string {
	family := C.quarry_face()
	defer C.g_free(C.gpointer(unsafe.Pointer(family)))
	first, _, _ := strings.Cut(C.GoString(family), ",")
	return strings.TrimSpace(first)
}
