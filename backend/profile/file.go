// Package profile writes the files of the profile folder atomically and without losing the changes of other processes.
package profile

import "quarry/backend/system/files"

// Replace writes a file of the profile folder whole, readable by its owner alone. Without the folder, it is created.
func Replace(path string, data []byte) error { return files.Replace(path, data) }
