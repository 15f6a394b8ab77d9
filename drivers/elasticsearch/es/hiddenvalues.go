package es

import "quarry/drivers/driver"

// The hidden values of a row, at their places in search responses and most others.
var (
	HiddenIndex   = driver.Hidden{Name: "#index", At: "_index", Role: driver.RolePlace}
	HiddenID      = driver.Hidden{Name: "#id", At: "_id", Role: driver.RoleKey}
	HiddenRouting = driver.Hidden{Name: "#routing", At: "_routing", Role: driver.RoleRouting}
	HiddenSeq     = driver.Hidden{Name: "#seq", At: "_seq_no", Role: driver.RoleRevision, Rank: 2}
	HiddenTerm    = driver.Hidden{Name: "#term", At: "_primary_term", Role: driver.RoleRevision, Rank: 1}
	HiddenHash    = driver.Hidden{Name: "#hash", Role: driver.RoleHash}
)
