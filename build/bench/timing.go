package main

import (
	"slices"
	"time"
)

// contender is one of several ways to do the same thing, compared in one run.
type contender struct {
	name string
	once func() (time.Duration, error)
}

// timed returns a contender that is measured by how long f runs.
func timed(name string, f func() error) contender {
	return contender{name, func() (time.Duration, error) {
		begun := time.Now()
		err := f()
		return time.Since(begun), err
	}}
}

// interleave lets the contenders take turns, in a different order each round, and returns each one's median after the
// warm-up rounds, so that other load on the machine affects all of them alike.
func interleave(rounds, warmUp int, contenders ...contender) (map[string]time.Duration, error) {
	taken := make(map[string][]time.Duration, len(contenders))
	for round := range warmUp + rounds {
		for n := range contenders {
			c := contenders[(n+round)%len(contenders)]
			took, err := c.once()
			if err != nil {
				return nil, err
			}
			if round >= warmUp {
				taken[c.name] = append(taken[c.name], took)
			}
		}
	}
	medians := make(map[string]time.Duration, len(taken))
	for name, list := range taken {
		medians[name] = median(list)
	}
	return medians, nil
}

// median returns the median of a list that is not empty; for an even number of values, the mean of the middle two.
func median(list []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	half := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[half-1] + sorted[half]) / 2
	}
	return sorted[half]
}
