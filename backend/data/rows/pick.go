package rows

import "fmt"

// Pick returns the raw JSON text at each path of a response, "" for missing values. `*` in a path matches all elements
// of an array or members of an object and returns a JSON array with one entry for each, null if the rest of the path is
// missing, so that two paths with the same prefix return lists that line up. The path "" is the whole response. The
// error is a *SyntaxError.
func Pick(response []byte, paths []string) ([]string, error) {
	var root pathNode
	for p, path := range paths {
		root.addPick(path, p)
	}
	if err := root.expand(); err != nil {
		return nil, fmt.Errorf("pick: %w", err)
	}
	found, err := root.pick(response, paths)
	if err != nil {
		if text := withoutComments(response); text != nil {
			return root.pick(text, paths)
		}
	}
	return found, err
}

func (n *pathNode) pick(response []byte, paths []string) ([]string, error) {
	var s scanner
	o := outer{scanner: &s, picks: newPicks(paths)}
	if i := s.begin(response, 0); i >= 0 {
		s.finish(o.value(n, i))
	}
	if err := s.err(); err != nil {
		return nil, err
	}
	return o.texts(), nil
}
