package main

// selectInExplorer returns the command line by which Explorer selects a file of Windows in its folder. Explorer wants quotes
// around the path alone, where the usual quoting puts the whole argument in quotes; a path contains no quote.
func selectInExplorer(path string) string { return `explorer.exe /select,"` + path + `"` }
