package main

// selectInExplorer returns the command line that makes Explorer select a Windows file in its folder. Explorer wants
// quotes around the path only, whereas normal quoting quotes the whole argument; a path contains no quote.
func selectInExplorer(path string) string { return `explorer.exe /select,"` + path + `"` }
