package elasticsearch

import "quarry/drivers/driver"

// The hidden values of a row, where search responses and most others have them.
var (
	hiddenIndex   = driver.Hidden{Name: "#index", At: "_index", Role: driver.RolePlace}
	hiddenID      = driver.Hidden{Name: "#id", At: "_id", Role: driver.RoleKey}
	hiddenRouting = driver.Hidden{Name: "#routing", At: "_routing", Role: driver.RoleRouting}
	hiddenSeq     = driver.Hidden{Name: "#seq", At: "_seq_no", Role: driver.RoleRevision, Rank: 2}
	hiddenTerm    = driver.Hidden{Name: "#term", At: "_primary_term", Role: driver.RoleRevision, Rank: 1}
	hiddenHash    = driver.Hidden{Name: "#hash", Role: driver.RoleHash}
)
