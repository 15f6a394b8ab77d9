package frontend

import _ "embed"

// Commands is the table of the page's commands with their titles and keys, src/commands/commands.json: the menu of the
// window is made of it.
//
//go:embed src/commands/commands.json
var Commands []byte
