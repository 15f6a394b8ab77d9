//go:build desktop && linux

package main

/*
#cgo linux pkg-config: webkit2gtk-4.1 gtk+-3.0
#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

// loaded is when the page was last loaded after a crash, in microseconds of the monotonic clock.
static gint64 loaded;

static gboolean load(gpointer view) {
	loaded = g_get_monotonic_time();
	webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), "wails://wails/");
	g_object_unref(view);
	return G_SOURCE_REMOVE;
}

// A page that crashes again soon after it was loaded waits, so that one that always crashes leaves the computer usable.
static void terminated(WebKitWebView *view, WebKitWebProcessTerminationReason reason, gpointer data) {
	if (reason == WEBKIT_WEB_PROCESS_TERMINATED_BY_API) {
		return;
	}
	gboolean again = loaded != 0 && g_get_monotonic_time() - loaded < 5 * G_USEC_PER_SEC;
	g_timeout_add(again ? 2000 : 0, load, g_object_ref(view));
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

// reloadCrashed reloads the page whenever the web process crashes; otherwise its last picture would stay and nothing
// would respond. The page restarts at the list of connections: saved data stays, everything open is closed. It is
// called for each page load, and watches each view once.
func reloadCrashed() { C.quarry_watch() }
