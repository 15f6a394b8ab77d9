package main

import (
	"errors"
	"fmt"
	"io"

	"quarry/backend/policy"
)

const policyUsage = "quarry-cli policy check FILE finds mistakes in an organisation's policy, and prints what it decides.\n"

// checkPolicy checks the policy in a file, and prints a line for each mistake.
func checkPolicy(args []string, out, to io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-help" || args[0] == "-h") {
		_, _ = io.WriteString(out, policyUsage)
		return exitDone
	}
	if len(args) != 2 || args[0] != "check" {
		_, _ = io.WriteString(to, policyUsage)
		return exitUsage
	}
	path := args[1]
	data, err := policy.ReadFile(path)
	if err != nil {
		_, _ = fmt.Fprintln(to, "quarry-cli:", err)
		return exitFailed
	}
	found, err := policy.Parse(data)
	var mistakes policy.Problems
	switch {
	case errors.As(err, &mistakes):
		for _, m := range mistakes {
			_, _ = fmt.Fprintf(to, "%s:%d:%d: %s\n", path, m.Line, m.Column, m.Text)
		}
		return exitFailed
	case err != nil:
		_, _ = fmt.Fprintln(to, "quarry-cli:", err)
		return exitFailed
	}
	_, _ = fmt.Fprintln(out, "OK: "+found.Summary())
	return exitDone
}
