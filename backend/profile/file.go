// Package profile writes the files of the profile folder atomically and without losing the changes of other processes.
//
// Decisions:
//   - A store reads its file, changes it and writes it whole while it holds the file's lock (an empty file in
//     .locks), so that two windows lose no change of each other. The system releases the lock when the process
//     ends; waiting for it fails after ten seconds.
package profile

import "quarry/backend/system/files"

// Replace writes a file of the profile folder whole, readable by its owner alone. Without the folder, it is created.
func Replace(path string, data []byte) error { return files.Replace(path, data) }
