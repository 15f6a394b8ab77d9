//go:build desktop && linux

package main

/*
#cgo linux pkg-config: webkit2gtk-4.1 gtk+-3.0
#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

static void terminated(WebKitWebView *view, WebKitWebProcessTerminationReason reason, gpointer data) {
	webkit_web_view_load_uri(view, "wails://wails/");
}

static void watch(GtkWidget *widget, gpointer data) {
	if (WEBKIT_IS_WEB_VIEW(widget)) {
		if (g_object_get_data(G_OBJECT(widget), "quarry-watched") == NULL) {
			g_object_set_data(G_OBJECT(widget), "quarry-watched", widget);
			g_signal_connect(widget, "web-process-terminated", G_CALLBACK(terminated), NULL);
		}
		return;
	}
	if (GTK_IS_CONTAINER(widget)) {
		gtk_container_forall(GTK_CONTAINER(widget), watch, NULL);
	}
}

static gboolean watch_all(gpointer data) {
	GList *windows = gtk_window_list_toplevels();
	for (GList *w = windows; w != NULL; w = w->next) {
		watch(GTK_WIDGET(w->data), NULL);
	}
	g_list_free(windows);
	return G_SOURCE_REMOVE;
}

static void quarry_watch(void) { g_idle_add(watch_all, NULL); }
*/
import "C"

// reloadCrashed loads the page again whenever the web process ends by itself; without it the last picture stays and
// nothing answers.
func reloadCrashed() { C.quarry_watch() }
