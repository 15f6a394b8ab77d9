// Command trusted prints the fingerprints of the keys that a build trusts, one per line.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"quarry/backend/driverhost/registry"
)

func main() {
	keys, err := registry.TrustedKeys()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, fingerprint := range slices.Sorted(maps.Keys(keys)) {
		fmt.Println(fingerprint)
	}
}
