package sample

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// dice draws the values of the sample data. Go guarantees the number stream of PCG, so the data does not change with
// the toolchain.
type dice struct{ *rand.Rand }

func newDice(seed, stream uint64) dice { return dice{rand.New(rand.NewPCG(seed, stream))} }

// between returns a whole number from low to high, both included.
func (d dice) between(low, high int) int { return low + d.IntN(high-low+1) }

// chance is true with a probability of one in n.
func (d dice) chance(n int) bool { return d.IntN(n) == 0 }

func (d dice) pick(words []string) string { return words[d.IntN(len(words))] }

// some returns up to n different words.
func (d dice) some(n int, words []string) []string {
	var out []string
	for _, i := range d.Perm(len(words))[:min(n, len(words))] {
		out = append(out, words[i])
	}
	return out
}

// decimal formats a number of hundredths with two decimals, such as 16.90.
func decimal(hundredths int) string {
	sign := ""
	if hundredths < 0 {
		sign, hundredths = "-", -hundredths
	}
	return fmt.Sprintf("%s%d.%02d", sign, hundredths/100, hundredths%100)
}

func (d dice) day(from time.Time, days int) time.Time { return from.AddDate(0, 0, d.IntN(days)) }

func (d dice) person() string { return d.pick(givenNames) + " " + d.pick(familyNames) }

// sentence returns n words with a capital letter and a full stop.
func (d dice) sentence(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = d.pick(plainWords)
	}
	text := strings.Join(words, " ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// prose returns sentences until the text has at least size bytes.
func (d dice) prose(size int) string {
	var b strings.Builder
	for b.Len() < size {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(d.sentence(d.between(6, 14)))
	}
	return b.String()
}
