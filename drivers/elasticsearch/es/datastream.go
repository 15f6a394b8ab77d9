package es

import (
	"cmp"

	"quarry/drivers/driver"
)

// Backing describes the names of data streams' indices: ".ds-logs-2024.01.31-000001" belongs to "logs" (Data streams,
// "Backing indices"; versions before 7.11 leave out the date).
var Backing = driver.Backing{Prefix: ".ds-", Suffixes: []string{"-0000.00.00-000000", "-000000"}}

// StreamOf returns the data stream that an index belongs to, judging by its name, or the index itself.
func StreamOf(index string) string { return cmp.Or(Backing.Owner(index), index) }
