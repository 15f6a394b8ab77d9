package frontend

import _ "embed"

// Commands is the table of the page's commands with their titles and keys, src/commands/commands.json. The window's
// menu is built from it.
//
//go:embed src/commands/commands.json
var Commands []byte
