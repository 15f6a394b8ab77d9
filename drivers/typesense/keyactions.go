package typesense

import (
	"strings"

	"quarry/drivers/driver"
)

// keyForm describes the sheet that adds a key (API keys, "Sample actions").
func keyForm() driver.KeyForm {
	return driver.KeyForm{
		Title: "Add API Key", Places: "Collections", Hint: "Names or patterns such as shop_.*, separated by commas; * is server-wide.", All: everywhere,
		Groups: []driver.KeyGroup{
			{Title: "Documents", Actions: []driver.KeyAction{
				{Name: "documents:search", Meaning: "Search, alone for public keys"},
				{Name: "documents:get", Meaning: "Read one by its id"},
				{Name: "documents:create", Meaning: "Add new ones"},
				{Name: "documents:upsert", Meaning: "Add or replace"},
				{Name: "documents:update", Meaning: "Change fields"},
				{Name: "documents:delete", Meaning: "Delete, also by a filter"},
				{Name: "documents:import", Meaning: "Write many at once"},
				{Name: "documents:export", Meaning: "Read all of them"},
			}},
			{Title: "Collections", Actions: []driver.KeyAction{
				{Name: "collections:list", Meaning: "List with their schemas"},
				{Name: "collections:get", Meaning: "Read one schema"},
				{Name: "collections:create", Meaning: "Create"},
				{Name: "collections:delete", Meaning: "Delete with all documents"},
				{Name: "synonyms:*", Meaning: "Synonyms, before 30"},
				{Name: "overrides:*", Meaning: "Curation, before 30"},
			}},
			{Title: "Operations and other", Actions: []driver.KeyAction{
				action("metrics.json:list", "Load, memory and disk"),
				action("stats.json:list", "Requests and latency"),
				action("debug:list", "Version and state"),
				{Name: "aliases:*", Meaning: "Read and change aliases"},
				action("synonym_sets:*", "Synonym sets, from 30"),
				action("curation_sets:*", "Curation sets, from 30"),
				action("keys:*", "Make keys with any rights"),
				action("*", "Everything"),
			}},
		},
	}
}

// action returns an action that a list of collections does not limit.
func action(name, meaning string) driver.KeyAction {
	return driver.KeyAction{Name: name, Meaning: meaning, Reach: reachOf([]string{name}, nil)}
}

// beyond are the resources that a key's collections do not limit, in words: their routes name no collection, and a key
// for one collection reads and deletes every set.
var beyond = []struct{ resource, words string }{
	{"keys", "keys"},
	{"synonym_sets", "synonym sets"},
	{"curation_sets", "curation sets"},
	{"metrics.json", "metrics"},
	{"stats.json", "statistics"},
	{"debug", "the server's state"},
	{"operations", "operations"},
}

// reachOf returns what actions reach on the whole server, whatever the collections are; "" for nothing and for a key that
// is not limited to collections.
func reachOf(actions, places []string) string {
	if reachesAll(places) {
		return ""
	}
	var words []string
	for _, b := range beyond {
		for _, a := range actions {
			if resource, _, _ := strings.Cut(a, ":"); a == everywhere || resource == b.resource {
				words = append(words, b.words)
				break
			}
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "Not limited to collections: " + strings.Join(words, ", ") + "."
}
