package conformance

// SPEC: PLG-09

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/broken"
)

// verdict replaces a test and records what a law reports about a subject.
type verdict struct {
	t        *testing.T
	faults   []string
	skipped  string
	cleanups []func()
}

func (v *verdict) Context() context.Context { return v.t.Context() }
func (v *verdict) Cleanup(f func())         { v.cleanups = append(v.cleanups, f) }
func (v *verdict) Helper()                  {}
func (v *verdict) Logf(string, ...any)      {}
func (v *verdict) FailNow()                 { runtime.Goexit() }

func (v *verdict) Errorf(format string, args ...any) {
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

func (v *verdict) Skipf(format string, args ...any) {
	v.skipped = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// judge checks one law in its own goroutine, which the law can end.
func judge(t *testing.T, law Law, s *stand) *verdict {
	t.Helper()
	v := &verdict{t: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		law.try(v, s)
	}()
	<-done
	for _, clean := range slices.Backward(v.cleanups) {
		clean()
	}
	return v
}

// lawNamed returns the law with that name.
func lawNamed(t *testing.T, name string) Law {
	t.Helper()
	for _, law := range Laws() {
		if law.Name == name {
			return law
		}
	}
	require.Failf(t, "no such law", "%s", name)
	return Law{}
}

// shelf returns the broken driver with one fault on its own engine. Its module is the driver without a fault.
func shelf(t *testing.T, fault broken.Fault) Subject {
	t.Helper()
	engine, changes := broken.NewEngine(), 0
	server := httptest.NewServer(engine)
	t.Cleanup(server.Close)
	return Subject{
		Driver:   broken.New(fault),
		Module:   func(context.Context) (plugin.Runner, error) { return plugin.Native(broken.New(broken.None)), nil },
		Manifest: []byte(broken.Manifest),
		Target: Target{
			Connection: loopback(t, server.Listener.Addr().String()),
			Missing:    "nothing",
			Refusal:    broken.Refusal,
			Partial:    []func([]byte) []byte{halved},
			Lost:       func(_ context.Context, response []byte) error { return lost(engine, response) },
			Held:       func(context.Context) (int, error) { return engine.Open(), nil },
			Objects:    []Object{{Name: broken.Box, Documents: func(context.Context) ([]Document, error) { return boxed(engine), nil }}},
			Writable: &Writable{
				Object: Object{Name: broken.Box, Documents: func(context.Context) ([]Document, error) { return boxed(engine), nil }}, Column: "label",
				Change: func(_ context.Context, key []driver.Text) error {
					changes++
					at := slices.IndexFunc(key, func(v driver.Text) bool { return v.Key == "#id" })
					engine.Write(key[at].Value, fmt.Sprintf(`{ "label":"theirs %d", "weight":2.50}`, changes))
					return nil
				},
			},
		},
	}
}

// halved removes the second half of the things in a response, and marks it like the engine.
func halved(response []byte) []byte {
	var page struct{ Things []json.RawMessage }
	if json.Unmarshal(response, &page) != nil || len(page.Things) == 0 {
		return response
	}
	half, _ := json.Marshal(page.Things[:len(page.Things)/2]) // what was decoded can be encoded
	return fmt.Appendf(nil, `{"things":%s,"partial":true}`, half)
}

// lost closes the cursor that a response opened, if it opened one.
func lost(engine *broken.Engine, response []byte) error {
	var opened struct{ Cursor string }
	if err := json.Unmarshal(response, &opened); err != nil {
		return fmt.Errorf("read a response that was lost: %w", err)
	}
	engine.Close(opened.Cursor)
	return nil
}

func boxed(engine *broken.Engine) []Document {
	var documents []Document
	for _, thing := range engine.Now() {
		documents = append(documents, Document{Key: []driver.Text{{Key: "#id", Value: thing.ID}}, Source: thing.Source})
	}
	return documents
}

func TestADriverWithoutAFaultKeepsEveryLaw(t *testing.T) {
	Run(t, shelf(t, broken.None))
}

func TestASaveThatSaysSoCannotBeUndone(t *testing.T) {
	s := shelf(t, broken.Buries)
	v := judge(t, lawNamed(t, actsLaw), &stand{subject: &s, ways: s.ways()})
	require.Empty(t, v.faults)
	require.Empty(t, v.skipped)
}

// keyLaw is the name of the law about requests for keys.
const keyLaw = "making or deleting a key is one planned, private write that is never repeated"

// pagesLaw is the name of the law about missing parts of responses.
const pagesLaw = "whatever is taken away from a response, the page asked for is shown or says what is missing"

// The names of the laws about what a save does.
const (
	actsLaw  = "each kind of save does what it says to its row alone, and is undone to the last character"
	overLaw  = "no kind of save writes over what somebody else wrote"
	dropLaw  = "an object is deleted by one request that names it alone"
	emptyLaw = "an object is emptied by one request that names it alone"
)

func TestEachLawFindsItsFaults(t *testing.T) {
	rows := []struct {
		law   string
		fault broken.Fault
		want  string // what the law reports about it
	}{
		{"both ways take the same steps", broken.TakesAnotherStep, "open"},
		{"describe sends nothing and tells the truth", broken.NamesTooMuch, "the driver implements resolve, which fails as unsupported: Boxes have no other names."},
		{"describe sends nothing and tells the truth", broken.MissesItsName, "the manifest names another driver"},
		{"open greets with one or two requests and words what it met", broken.ListsNoKind, "tools is of the kind box, which is not described"},
		{"describe sends nothing and tells the truth", broken.ListsUntitled, "the operator not equals has no title"},
		{"open greets with one or two requests and words what it met", broken.BelievesAnything, "a page of HTML: it did not fail"},
		{"open greets with one or two requests and words what it met", broken.SaysNothing, "the error of kind unsupported has no sentence"},
		{"open greets with one or two requests and words what it met", broken.GreetsTooOften, "open sent 3 requests"},
		{"requests stay in place and names read back", broken.JoinsNames, `columns of "a/b" sends GET /boxes/a/b`},
		{"reading sends reads only", broken.Writes, "POST /boxes/tools/count is a write by the manifest"},
		{"reading sends reads only", broken.WritesByGet, "GET /boxes/tools/recount is a write by the manifest"},
		{"pages show every document once", broken.RepeatsRows, "tools, no order"},
		{"pages show every document once", broken.EndsEarly, "tools, no order"},
		{"pages show every document once", broken.ShufflesTies, "the second walk has another order"},
		{"rows stand in the order asked for", broken.ForgetsDirection, "by n descending, row 3: 1 stands after 0"},
		{"blocks have the columns that were described", broken.GivesNoReason, "label cannot be sorted and nothing says why"},
		{"blocks have the columns that were described", broken.FailsUnsortable, "things are not sorted by nothing"},
		{"the structure of an object fits its schema", broken.MarksTooFew, "has not one cell for each column"},
		{"the structure of an object fits its schema", broken.NamesNoTemplate, "record 0 has a cell of template 3 of 2"},
		{"values are the engine's own text", broken.RoundsNumbers, `column weight: it is "1.5", the document has "1.50"`},
		{"values are the engine's own text", broken.TrimsDocuments, "Not equal"},
		{"an export writes every document once, as the engine wrote it", broken.ExportsTwice, "Not equal"},
		{"an export writes every document once, as the engine wrote it", broken.ExportsAnew, "Not equal"},
		{"an export writes every document once, as the engine wrote it", broken.MissesASlice, "tools in 2 slices"},
		{"an export writes every document once, as the engine wrote it", broken.ReadsASliceTwice, "tools in 2 slices"},
		{"the slices of an export show one moment", broken.SlicesApart, "the slices are of different moments"},
		{"an export that is cut or partial never succeeds", broken.TakesTheRest, "some rows are missing from its response (0), 0 slices: the export succeeds without all documents"},
		{"an export that is cut or partial never succeeds", broken.IgnoresTheCut, ": the export succeeds without all documents"},
		{"planning and settling send reads only", broken.PlansByWriting, "POST /boxes/tools/drafts is a write by the manifest"},
		{"what can be repeated reads, and sent twice changes nothing", broken.RepeatsOpenings, "the engine holds more or less than before"},
		{"what can be repeated reads, and sent twice changes nothing", broken.RepeatsSteps, "rows are missing, or another order"},
		{"planning and settling send reads only", broken.RepeatsWrites, "is a write and can be repeated"},
		{"planning and settling send reads only", broken.SettlesByWriting, "PUT /boxes/tools/things/t00 is a write by the manifest"},
		{"a planned write changes the edited value alone", broken.SavesAnew, "Not equal"},
		{"a changed document is a conflict and nothing is written", broken.IgnoresChanges, "it was changed after the plan was made"},
		{"a value that does not fit is refused by a plan for the same reason", broken.RefusesAlone, "is judged otherwise by a plan"},
		{"a value that does not fit is refused by a plan for the same reason", broken.LooksBeforeJudging, "judging values sends something"},
		{"a planned write changes the edited value alone", broken.GuessesRevisions, "the plan's success is settled as something else"},
		{"a change kept after a conflict is written over the document that was shown", broken.HashesNothing, "no hidden value has the role hash"},
		{"a change kept after a conflict is written over the document that was shown", broken.RefusesAgain, "without a revision: refused as \"conflict\""},
		{actsLaw, broken.CreatesUnnamed, "nothing says which document was made"},
		{actsLaw, broken.DuplicatesAnew, `the act "duplicate"`},
		{actsLaw, broken.DeletesNothing, "the document is still there"},
		{actsLaw, broken.RemovesByNull, `the act "remove" left`},
		{actsLaw, broken.RestoresAnew, "was undone"},
		{actsLaw, broken.BuriesSilently, `undoing the act "delete": refused as "unsupported": A thing that is gone cannot be put back.; either its plan says so`},
		{overLaw, broken.CreatesOver, `the act "create": it was changed after the plan was made`},
		{overLaw, broken.DeletesBlindly, `the act "delete": it was changed after the plan was made`},
		{overLaw, broken.RestoresBlindly, `the act "restore": it was changed after the plan was made`},
		{dropLaw, broken.DropsMany, "names no single object"},
		{dropLaw, broken.DropsAnother, "another object of the same name would be written"},
		{dropLaw, broken.DropsByHope, "with a refusal in it is taken for done"},
		{emptyLaw, broken.DropsMany, "names no single object"},
		{emptyLaw, broken.DropsAnother, "another object of the same name would be written"},
		{emptyLaw, broken.DropsByHope, "with a refusal in it is taken for done"},
		{"a cancelled operation ends and leaves nothing open", broken.KeepsCursor, "something stays open on the engine"},
		{"a cancelled operation ends and leaves nothing open", broken.GoesOn, "it went on"},
		{"a cancelled operation ends and leaves nothing open", broken.IgnoresTheEnd, "it ended with <nil>"},
		{"failures are sorted and worded", broken.SwallowsWords, `"Something went wrong." does not contain`},
		{"failures are sorted and worded", broken.MixesKinds, "columns of what does not exist: there is no box nothing"},
		{"failures are sorted and worded", broken.NamesNoRequest, "open, nobody listens"},
		{"no credential is said", broken.RepeatsAnswers, "open: it holds the credential"},
		{"a released view leaves nothing open", broken.ReleasesNothing, "after 2 pages and their release the engine holds more or less than before"},
		{"a filtered export writes the documents that match, and no others", broken.ExportsEverything, "does not match"},
		{"a filtered view shows the documents that match, and no others", broken.FiltersOnePage, "tools, n equals 4, no order"},
		{"a filtered view shows the documents that match, and no others", broken.CountsEverything, "tools, n equals 4: the count"},
		{"a filtered view shows the documents that match, and no others", broken.SortsEverything, "tools, n equals 4, by n"},
		{"a filtered view shows the documents that match, and no others", broken.FoldsAllTheSame, "is filtered all the same"},
		{"a filtered view shows the documents that match, and no others", broken.FoldsNothing, "FoldCase changes nothing"},
		{"a filtered view shows the documents that match, and no others", broken.TakesAnyOperator, "is filtered by not equals, which is said to be refused"},
		{"a filtered view shows the documents that match, and no others", broken.TakesTheRefused, "is filtered by contains, which is said to be refused"},
		{"a filtered view shows the documents that match, and no others", broken.RefusesTheUnknown, "refuses resembles, which is not listed"},
		{"a filtered view shows the documents that match, and no others", broken.PromisesTooMuch, "is refused, and nothing had said so"},
		{"a filtered view shows the documents that match, and no others", broken.OffersTheRefused, "n is offered the range A Few, which is refused"},
		{"statistics are of the documents of a view, exact or marked", broken.SummarizesAll, "tools, n: the documents"},
		{"statistics are of the documents of a view, exact or marked", broken.TrustsEstimates, "tools, n: the distinct values"},
		{"statistics are of the documents of a view, exact or marked", broken.RoundsTheEnds, "tools, n: the greatest value"},
		{"a console route is judged by method and path alone, and sends nothing", broken.AsksTheEngine, "GET /: judging it sends something"},
		{"a console route is judged by method and path alone, and sends nothing", broken.JudgesTheQuery, "GET / is judged by its query"},
		{"a dashboard shows what can be read and says why the rest cannot", broken.CountsByWriting, "POST /boxes is a write by the manifest"},
		{"a dashboard shows what can be read and says why the rest cannot", broken.FailsWithOne, "is refused and no other figure is shown"},
		{"a dashboard shows what can be read and says why the rest cannot", broken.ShowsNothing, "every figure is refused: it did not fail"},
		{"a dashboard shows what can be read and says why the rest cannot", broken.HidesTheReason, "is refused and the reason is not the engine's"},
		{"a dashboard offers what its driver explains and cancels, and no more", broken.OffersNothing, "Nothing is known about that."},
		{"a dashboard offers what its driver explains and cancels, and no more", broken.ExplainsByWriting, "POST /boxes is a write by the manifest"},
		{"a dashboard offers what its driver explains and cancels, and no more", broken.MissesACell, "it does not have one cell for each column"},
		{"cancelling a task is one planned write that names it alone", broken.CancelsAtOnce, "sends something"},
		{"cancelling a task is one planned write that names it alone", broken.CancelsEverything, "names no single task"},
		{"cancelling a task is one planned write that names it alone", broken.TakesLostForKept, "nobody responded"},
		{"keys are listed in private", broken.ListsKeysOpenly, "lists keys and is not private"},
		{"keys are listed in private", broken.NamesKeysTwice, "is not named once"},
		{keyLaw, broken.PlansKeysByAsking, "planning sends something"},
		{keyLaw, broken.DeletesAnyKey, "names no single key"},
		{keyLaw, broken.MakesKeysOpenly, "is not private"},
		{keyLaw, broken.TakesLostKeyForNone, "nobody responded"},
		{"a key is derived without the engine and signs what it contains", broken.DerivesByAsking, "sends something"},
		{"a key is derived without the engine and signs what it contains", broken.SignsNothing, "is not signed"},
		{"operations do not mix", broken.RemembersTheLatest, "nobody was asked"},
		{pagesLaw, broken.TrustsItsCursor, "has other rows"},
		{pagesLaw, broken.ForgetsTheFilter, "QUARRY_SEED="},
		{pagesLaw, broken.TakesPartForAll, "is said to be the end"},
	}
	proved := map[string]bool{}
	for _, row := range rows {
		proved[row.law] = true
		t.Run(row.law+": it "+string(row.fault), func(t *testing.T) {
			s := shelf(t, row.fault)
			v := judge(t, lawNamed(t, row.law), &stand{subject: &s, ways: s.ways()})
			require.Empty(t, v.skipped)
			require.NotEmpty(t, v.faults)
			require.Contains(t, strings.Join(v.faults, "\n"), row.want)
		})
	}
	for _, law := range Laws() {
		require.True(t, proved[law.Name], "no fault proves the law that %s", law.Name)
	}
}

func TestALawThatCannotBeCheckedSaysWhy(t *testing.T) {
	rows := []struct {
		name, law, want string
		change          func(*Subject)
	}{
		{"the subject says why", "no credential is said", "it has no credentials", func(s *Subject) { s.Cannot = map[string]string{"no credential is said": "it has no credentials"} }},
		{"one way", "both ways take the same steps", "one way only to run this driver: native", func(s *Subject) { s.Module = nil }},
		{"no manifest", "reading sends reads only", "no manifest", func(s *Subject) { s.Manifest = nil }},
		{"an engine that tells nothing", "a released view leaves nothing open", "cannot be asked what it holds", func(s *Subject) { s.Target.Held = nil }},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := shelf(t, broken.None)
			row.change(&s)
			v := judge(t, lawNamed(t, row.law), &stand{subject: &s, ways: s.ways()})
			require.Empty(t, v.faults)
			require.Contains(t, v.skipped, row.want)
		})
	}
}

func TestEveryLawIsNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, law := range Laws() {
		require.False(t, seen[law.Name], law.Name)
		require.Equal(t, strings.TrimSpace(law.Name), law.Name)
		seen[law.Name] = true
	}
}
