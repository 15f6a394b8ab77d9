// Package sample contains the invented data that the sample engines serve and that the seed tool loads into a real
// engine.
package sample

import "strings"

// DefaultSeed is the seed of the data that the sample engines serve.
const DefaultSeed = 20261103

// Doc is one document of the sample data.
type Doc struct {
	ID      string
	Routing string // empty if the document has no routing of its own
	Source  []byte // the exact JSON text to store
}

// Index is one index of the sample data with its documents in stored order.
type Index struct {
	Name    string
	Mapping []byte // the JSON value of "mappings", for version 8 and later
	older   []byte // the same for version 7, nil if it does not differ
	Docs    []Doc
}

// MappingFor returns the JSON value of "mappings" for an engine version such as "8.16.3" or "7.17".
func (x Index) MappingFor(version string) []byte {
	if x.older != nil && strings.HasPrefix(version, "7.") {
		return x.older
	}
	return x.Mapping
}

// Data returns the three sample indices. The same seed always produces the same bytes.
func Data(seed uint64) []Index {
	return []Index{books(seed), weblog(seed, weblogIndex, weblogCount), products(seed)}
}

// Weblog returns an index of n web log lines with the given name, for tests that need many documents.
func Weblog(seed uint64, name string, n int) Index {
	return weblog(seed, name, n)
}
