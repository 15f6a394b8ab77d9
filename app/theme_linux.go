//go:build desktop && linux

// On Linux the page tells GTK its theme, because GTK draws the menu bar, pop-up lists and file dialogs. System is GTK's
// preference at the start: WebKitGTK reports GTK's preference as the system's.

package main

/*
#cgo linux pkg-config: gtk+-3.0
#include <gtk/gtk.h>

// What the system itself prefers, read before it is replaced for the first time.
static gboolean known, preferred;

static const char *preference = "gtk-application-prefer-dark-theme";

// 0: light, 1: dark, 2: as the system prefers.
static gboolean draw(gpointer theme) {
	GtkSettings *settings = gtk_settings_get_default();
	if (settings == NULL) {
		return G_SOURCE_REMOVE;
	}
	if (!known) {
		known = TRUE;
		g_object_get(settings, preference, &preferred, NULL);
	}
	int which = GPOINTER_TO_INT(theme);
	gboolean wanted = which == 2 ? preferred : which == 1, current = FALSE;
	g_object_get(settings, preference, &current, NULL);
	if (wanted != current) { // GTK reads the whole theme again, even for the value that it has
		g_object_set(settings, preference, wanted, NULL);
	}
	return G_SOURCE_REMOVE;
}

static void quarry_draw_theme(int theme) { g_idle_add(draw, GINT_TO_POINTER(theme)); }
*/
import "C"

// drawTheme draws the menu bar, its menus, the page's pop-up lists and the system's dialogs in a theme: light, dark or
// "" for the system's.
func drawTheme(theme string) {
	which := C.int(2)
	switch theme {
	case "light":
		which = 0
	case "dark":
		which = 1
	}
	C.quarry_draw_theme(which)
}
