// The least window with a web view, for measuring a page in WebKitGTK: view <address>. It has the size and the settings
// of the application's window. Each line of its input is the body of an asynchronous function that is run in the page;
// its result is printed as one line of JSON, an error as a line that begins with "error ".
#include <gio/gunixinputstream.h>
#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

static void answered(GObject *view, GAsyncResult *result, gpointer user) {
  GError *error = NULL;
  JSCValue *value = webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(view), result, &error);
  if (value == NULL) {
    g_strdelimit(error->message, "\n", ' ');
    g_print("error %s\n", error->message);
    g_error_free(error);
  } else {
    char *json = jsc_value_to_json(value, 0);
    g_print("%s\n", json == NULL ? "null" : json);
    g_free(json);
    g_object_unref(value);
  }
  fflush(stdout);
}

static void read_next(GDataInputStream *input, WebKitWebView *view);

static void asked(GObject *input, GAsyncResult *result, gpointer view) {
  char *body = g_data_input_stream_read_line_finish(G_DATA_INPUT_STREAM(input), result, NULL, NULL);
  if (body == NULL) {
    gtk_main_quit();
    return;
  }
  webkit_web_view_call_async_javascript_function(WEBKIT_WEB_VIEW(view), body, -1, NULL, NULL, NULL, NULL, answered, NULL);
  g_free(body);
  read_next(G_DATA_INPUT_STREAM(input), WEBKIT_WEB_VIEW(view));
}

static void read_next(GDataInputStream *input, WebKitWebView *view) {
  g_data_input_stream_read_line_async(input, G_PRIORITY_DEFAULT, NULL, asked, view);
}

static void loaded(WebKitWebView *view, WebKitLoadEvent event, gpointer input) {
  if (event == WEBKIT_LOAD_FINISHED) read_next(G_DATA_INPUT_STREAM(input), view);
}

int main(int argc, char **argv) {
  gtk_init(&argc, &argv);
  if (argc != 2) {
    g_printerr("usage: view <address>\n");
    return 2;
  }
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  GtkWidget *view = webkit_web_view_new();
  WebKitSettings *settings = webkit_web_view_get_settings(WEBKIT_WEB_VIEW(view));
  webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
  gtk_window_set_default_size(GTK_WINDOW(window), 1280, 800);
  gtk_container_add(GTK_CONTAINER(window), view);
  GInputStream *plain = g_unix_input_stream_new(0, FALSE);
  g_signal_connect(view, "load-changed", G_CALLBACK(loaded), g_data_input_stream_new(plain));
  g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
  webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), argv[1]);
  gtk_widget_show_all(window);
  gtk_main();
  return 0;
}
