// Package profile writes the files of the profile folder atomically and without losing changes by other processes.
//
// Decisions:
//   - A store reads its file, changes it and writes all of it while it holds the file's lock (an empty file in .locks), so
//     that two windows lose none of each other's changes. The system releases the lock when the process ends; waiting for
//     it fails after ten seconds.
package profile

import "quarry/backend/system/files"

// Replace writes a complete file of the profile folder that only its owner can read. It creates the folder if
// necessary.
func Replace(path string, data []byte) error { return files.Replace(path, data) }
