//go:build devkey

package main

import (
	"flag"

	"quarry/backend/policy"
)

var policyFile = flag.String("policy", "", "organisation's policy, for tests: a file that anyone may write")

// givenPolicy returns the policy given at the start, nil for that of this computer.
func givenPolicy() *policy.State {
	if *policyFile == "" {
		return nil
	}
	return policy.LoadFile(*policyFile)
}
