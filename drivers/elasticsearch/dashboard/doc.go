// Package dashboard reads the state of a cluster: its health, nodes, disks and tasks, and why shards are unassigned. A
// part that the user has no permission to read is left out with its reason and does not spoil the others.
package dashboard
