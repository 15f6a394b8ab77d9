package typesense

import (
	"slices"
	"strings"
)

// highlight marks the words that were found, in the fields that the response shows.
func (t *textQuery) highlight(r *rank, p picker) (object, []any) {
	marked, list := object{}, []any{}
	for _, f := range t.fields {
		words := r.score.fields[f.name]
		if len(words) == 0 || strings.Contains(f.name, ".") || !p.shows(f.name) {
			continue
		}
		var entries []object
		for i, text := range r.document.index[f.name].texts {
			snippet, tokens := mark(text.text, words, f.tokenizer(t.c))
			if len(tokens) == 0 && f.isList() {
				snippet, tokens = text.text, []string{}
			}
			entry := object{"matched_tokens": tokens, "snippet": snippet}
			if len(tokens) > 0 || f.isList() {
				entries = append(entries, entry)
			}
			if len(tokens) > 0 {
				each := object{"field": f.name, "matched_tokens": tokens, "snippet": snippet}
				if f.isList() {
					each = object{"field": f.name, "indices": []any{i}, "matched_tokens": []any{tokens}, "snippets": []string{snippet}}
				}
				list = append(list, each)
			}
		}
		if f.isList() {
			marked[f.name] = entries
		} else if len(entries) > 0 {
			marked[f.name] = entries[0]
		}
	}
	return marked, list
}

func mark(text string, found []hitWord, t tokenizer) (string, []string) {
	var out strings.Builder
	tokens := []string{}
	at := 0
	for _, w := range t.words(text) {
		i := slices.IndexFunc(found, func(h hitWord) bool { return h.text == w.text })
		if i < 0 {
			continue
		}
		end := w.end
		if found[i].prefix {
			end = min(w.begin+found[i].length, w.end)
		}
		out.WriteString(text[at:w.begin] + "<mark>" + text[w.begin:end] + "</mark>")
		tokens = append(tokens, text[w.begin:end])
		at = end
	}
	out.WriteString(text[at:])
	return out.String(), tokens
}
