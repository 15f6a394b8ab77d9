// Lets a WebDriver into a window that does not offer itself for it: loaded before the system's WebKitGTK (LD_PRELOAD), it
// makes the application's web view one that may be controlled. The application itself stays as it is. With QUARRY_HANG in
// the environment, the toolkit hangs when its window was closed.
//
//	gcc -shared -fPIC -o automation.so automation.c $(pkg-config --cflags --libs webkit2gtk-4.1)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

static WebKitWebView *view;

// The processes that WebKit starts must not load this too.
__attribute__((constructor)) static void leave_children_alone(void) { unsetenv("LD_PRELOAD"); }

static WebKitWebView *give_view(WebKitAutomationSession *session, gpointer data) { return view; }

static void started(WebKitWebContext *context, WebKitAutomationSession *session, gpointer data) {
	WebKitApplicationInfo *info = webkit_application_info_new();
	webkit_application_info_set_name(info, "window");
	webkit_automation_session_set_application_info(session, info);
	webkit_application_info_unref(info);
	g_signal_connect(session, "create-web-view", G_CALLBACK(give_view), NULL);
}

// The function of the same name in WebKitGTK, with a view that can be controlled.
GtkWidget *webkit_web_view_new_with_user_content_manager(WebKitUserContentManager *manager) {
	WebKitWebContext *context = webkit_web_context_get_default();
	webkit_web_context_set_automation_allowed(context, TRUE);
	g_signal_connect(context, "automation-started", G_CALLBACK(started), NULL);
	view = WEBKIT_WEB_VIEW(g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", manager,
		"is-controlled-by-automation", TRUE, NULL));
	return GTK_WIDGET(view);
}

// The function of the same name in GTK, which returns when the application quits.
void gtk_main(void) {
	void (*run)(void) = (void (*)(void))dlsym(RTLD_NEXT, "gtk_main");
	run();
	while (getenv("QUARRY_HANG")) pause();
}
