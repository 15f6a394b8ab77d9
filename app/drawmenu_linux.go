//go:build desktop && linux

package main

/*
#cgo linux pkg-config: gtk+-3.0
#include <stdlib.h>
#include <gtk/gtk.h>

typedef struct {
	char *title, *key; // key is "" for an item without one
	gboolean enabled;
} quarry_line;

typedef struct {
	int count, next;
	quarry_line lines[];
} quarry_lines;

static quarry_lines *quarry_new_lines(int count) {
	quarry_lines *made = g_malloc0(sizeof(quarry_lines) + count * sizeof(quarry_line));
	made->count = count;
	return made;
}

static void quarry_set_line(quarry_lines *to, int at, char *title, char *key, int enabled) {
	to->lines[at] = (quarry_line){title, key, enabled};
}

// GTK names the keys of an item in an order of its own, and none for keys that the page handles.
static void write_labels(GtkWidget *item, quarry_line *line) {
	GtkWidget *old = gtk_bin_get_child(GTK_BIN(item));
	if (old == NULL || !GTK_IS_ACCEL_LABEL(old)) { // they are written already
		return;
	}
	GtkWidget *title = gtk_label_new(line->title), *key = gtk_label_new(line->key);
	gtk_style_context_add_class(gtk_widget_get_style_context(key), GTK_STYLE_CLASS_ACCELERATOR);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 32);
	gtk_box_pack_start(GTK_BOX(box), title, FALSE, FALSE, 0);
	gtk_box_pack_end(GTK_BOX(box), key, FALSE, FALSE, 0);
	gtk_container_remove(GTK_CONTAINER(item), old);
	gtk_container_add(GTK_CONTAINER(item), box);
	gtk_widget_show_all(box);
}

static void draw_item(GtkWidget *item, gpointer data) {
	quarry_lines *lines = data;
	if (GTK_IS_SEPARATOR_MENU_ITEM(item)) {
		return;
	}
	GtkWidget *menu = gtk_menu_item_get_submenu(GTK_MENU_ITEM(item));
	if (menu != NULL) {
		gtk_container_foreach(GTK_CONTAINER(menu), draw_item, data);
		return;
	}
	if (lines->next < lines->count) {
		quarry_line *line = &lines->lines[lines->next++];
		write_labels(item, line);
		gtk_widget_set_sensitive(item, line->enabled);
	}
}

static void find_bar(GtkWidget *widget, gpointer data) {
	if (GTK_IS_MENU_BAR(widget)) {
		gtk_container_foreach(GTK_CONTAINER(widget), draw_item, data);
	} else if (GTK_IS_CONTAINER(widget)) {
		gtk_container_forall(GTK_CONTAINER(widget), find_bar, data);
	}
}

static gboolean draw_menus(gpointer data) {
	quarry_lines *lines = data;
	GList *windows = gtk_window_list_toplevels();
	for (GList *w = windows; w != NULL; w = w->next) {
		find_bar(GTK_WIDGET(w->data), lines);
	}
	g_list_free(windows);
	for (int i = 0; i < lines->count; i++) {
		free(lines->lines[i].title);
		free(lines->lines[i].key);
	}
	g_free(lines);
	return G_SOURCE_REMOVE;
}

static void quarry_draw_menus(quarry_lines *lines) { g_idle_add(draw_menus, lines); }
*/
import "C"

// drawMenu updates the state and the keys of the items in the menu bar, because the windowing library cannot change a
// visible menu bar here.
func (w *window) drawMenu() {
	lines := w.bar.lines()
	drawn := C.quarry_new_lines(C.int(len(lines)))
	for at, line := range lines {
		enabled := C.int(0)
		if line.enabled {
			enabled = 1
		}
		C.quarry_set_line(drawn, C.int(at), C.CString(line.title), C.CString(line.key), enabled)
	}
	C.quarry_draw_menus(drawn)
}
