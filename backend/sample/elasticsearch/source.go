package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// sourceFilter says which parts of a stored source a response shows. Without patterns, it shows the source byte for
// byte.
type sourceFilter struct {
	hidden             bool
	includes, excludes []string
}

var wholeSource = sourceFilter{}

func parseSource(v gjson.Result) (sourceFilter, *failure) {
	switch {
	case v.Type == gjson.True || v.Type == gjson.False:
		return sourceFilter{hidden: !v.Bool()}, nil
	case v.Type == gjson.String:
		return sourceFilter{includes: []string{v.String()}}, nil
	case v.IsArray():
		return sourceFilter{includes: texts(v)}, nil
	case v.IsObject():
		return sourceFilter{includes: append(texts(v.Get("includes")), texts(v.Get("include"))...), excludes: append(texts(v.Get("excludes")), texts(v.Get("exclude"))...)}, nil
	}
	return wholeSource, parsing(1, "Expected one of [VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT] but found [%s]", tokenOf(v))
}

func sourceParam(text string) (sourceFilter, *failure) {
	switch text {
	case "", "true":
		return wholeSource, nil
	case "false":
		return sourceFilter{hidden: true}, nil
	}
	return sourceFilter{includes: strings.Split(text, ",")}, nil
}

func texts(v gjson.Result) []string {
	var out []string
	for _, item := range v.Array() {
		out = append(out, item.String())
	}
	return out
}

// of returns the source as a response shows it, and whether it is shown at all. A filtered source is reformatted.
func (f sourceFilter) of(source []byte) ([]byte, bool) {
	if f.hidden {
		return nil, false
	}
	if len(f.includes)+len(f.excludes) == 0 {
		return source, true
	}
	text := string(source)
	for _, part := range []struct {
		patterns []string
		keep     bool
	}{{f.includes, true}, {f.excludes, false}} {
		if len(part.patterns) == 0 {
			continue
		}
		split := make([][]string, len(part.patterns))
		for i, p := range part.patterns {
			split[i] = strings.Split(p, ".")
		}
		kept, ok := filter{split, part.keep}.apply(gjson.Parse(text), split)
		if !ok {
			kept = "{}"
		}
		text = kept
	}
	return []byte(text), true
}
