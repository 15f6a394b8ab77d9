// Package dashboard reads the state of a cluster: its health, nodes, disks and tasks, and why shards are unassigned. A
// part that the user may not read is left out with its reason and does not affect the others.
package dashboard
