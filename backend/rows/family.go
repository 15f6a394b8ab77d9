package rows

import (
	"slices"
	"sync"
)

// mostKin is how many kernels of one plan are kept: a view's pages use the same few picks again and again.
const mostKin = 16

// family keeps the kernels of one plan, by their picks.
type family struct {
	mu  sync.Mutex
	kin []*Kernel
}

// With returns the kernel of the same plan that returns these picks in place of the plan's own. It is kept, so that
// asking again costs nothing. The error is [ErrBelowRows] if a path leads into the rows.
func (k *Kernel) With(picks []string) (*Kernel, error) {
	if slices.Equal(picks, k.picks) {
		return k, nil
	}
	f := k.family
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.kin {
		if slices.Equal(picks, one.picks) {
			return one, nil
		}
	}
	made, err := k.kernel(slices.Clone(picks))
	if err != nil {
		return nil, err
	}
	made.family = f
	if len(f.kin) < mostKin {
		f.kin = append(f.kin, made)
	}
	return made, nil
}
