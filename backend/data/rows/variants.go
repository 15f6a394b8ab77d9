package rows

import (
	"slices"
	"sync"
)

// maxVariants is how many kernels of one plan are kept: a view's pages use the same few picks over and over.
const maxVariants = 16

// variants keeps the kernels of one plan, by their picks.
type variants struct {
	mu      sync.Mutex
	kernels []*Kernel
}

// With returns a kernel of the same plan that returns these picks instead of the plan's own. It is cached, so repeated
// calls are cheap. The error is [ErrBelowRows] if a path leads into the rows.
func (k *Kernel) With(picks []string) (*Kernel, error) {
	if slices.Equal(picks, k.picks) {
		return k, nil
	}
	v := k.variants
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, one := range v.kernels {
		if slices.Equal(picks, one.picks) {
			return one, nil
		}
	}
	made, err := k.kernel(slices.Clone(picks))
	if err != nil {
		return nil, err
	}
	made.variants = v
	if len(v.kernels) < maxVariants {
		v.kernels = append(v.kernels, made)
	}
	return made, nil
}
