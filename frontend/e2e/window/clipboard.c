/* Prints the text of the clipboard, as another application gets it. */
#include <gtk/gtk.h>
#include <stdio.h>

int main(int argc, char **argv) {
	gtk_init(&argc, &argv);
	char *text = gtk_clipboard_wait_for_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD));
	if (text == NULL) {
		return 1;
	}
	fputs(text, stdout);
	g_free(text);
	return 0;
}
