// Command trusted prints the fingerprints of the keys that a build trusts, one per line.
package main

import (
	"fmt"
	"os"

	"quarry/backend/driverhost/registry"
)

func main() {
	keys, err := registry.TrustedKeys()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, key := range keys {
		fmt.Println(registry.Fingerprint(key.Public))
	}
}
