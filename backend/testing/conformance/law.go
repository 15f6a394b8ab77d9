package conformance

import (
	"context"
	"testing"
)

// T is what a law needs from a test. *testing.T implements it.
type T interface {
	Context() context.Context
	Cleanup(f func())
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	FailNow()
	Skipf(format string, args ...any)
}

// Law is one promise that every driver keeps.
type Law struct {
	Name  string
	check func(t T, s *stand)
}

// bothWays is the law that compares the two ways of running a driver. It is checked once, all others once per way.
var bothWays = Law{"both ways take the same steps", sameSteps}

// Laws returns every law, in the order of checking.
func Laws() []Law {
	return []Law{
		bothWays,
		{"describe sends nothing and tells the truth", describes},
		{"open greets with one or two requests and words what it met", greets},
		{"requests stay in place and names read back", staysInPlace},
		{"reading sends reads only", readsOnly},
		{"what can be repeated reads, and sent twice changes nothing", repeatsSafely},
		{"pages show every document once", pagesWhole},
		{"rows stand in the order asked for", keepsOrder},
		{"blocks have the columns that were described", describesColumns},
		{"the structure of an object fits its schema", structures},
		{"values are the engine's own text", exactValues},
		{"an export writes every document once, as the engine wrote it", exportsWhole},
		{"an export that is cut or partial never succeeds", exportsAllOrNothing},
		{"the slices of an export show one moment", exportsOneMoment},
		{"planning and settling send reads only", plansByReading},
		{"a planned write changes the edited value alone", savesAlone},
		{"a changed document is a conflict and nothing is written", savesNothingOver},
		{"a value that does not fit is refused by a plan for the same reason", fitsAsPlanned},
		{"a change kept after a conflict is written over the document that was shown", savesOnTop},
		{"each kind of save does what it says to its row alone, and is undone to the last character", actsAlone},
		{"no kind of save writes over what somebody else wrote", actsOverNothing},
		{"an object is deleted by one request that names it alone", dropsOne},
		{"an object is emptied by one request that names it alone", emptiesOne},
		{"a cancelled operation ends and leaves nothing open", endsCancelled},
		{"failures are sorted and worded", wordsFailures},
		{"no credential is said", keepsSecrets},
		{"a released view leaves nothing open", releases},
		{"operations do not mix", keepsApart},
		{"a filtered view shows the documents that match, and no others", filters},
		{"statistics are of the documents of a view, exact or marked", summarizes},
		{"a filtered export writes the documents that match, and no others", exportsFiltered},
		{"a console route is judged by method and path alone, and sends nothing", judgesRoutes},
		{"a dashboard shows what can be read and says why the rest cannot", showsWhatItCan},
		{"a dashboard offers what its driver explains and cancels, and no more", explainsWhatItOffers},
		{"cancelling a task is one planned write that names it alone", cancelsOneTask},
		{"keys are listed in private", listsKeys},
		{"making or deleting a key is one planned, private write that is never repeated", changesOneKey},
		{"a key is derived without the engine and signs what it contains", derivesAlone},
		{"whatever is taken away from a response, the page asked for is shown or says what is missing", keepsPages},
	}
}

// Run checks every law in every way in which the subject can run.
func Run(t *testing.T, s Subject) {
	t.Helper()
	known := map[string]bool{}
	for _, law := range Laws() {
		known[law.Name] = true
	}
	for name := range s.Cannot {
		if !known[name] {
			t.Errorf("there is no law named %q", name)
		}
	}
	ways := s.ways()
	if len(ways) == 0 {
		t.Fatal("the subject has neither a driver nor a module")
	}
	t.Run(bothWays.Name, func(t *testing.T) { bothWays.try(t, &stand{subject: &s, ways: ways}) })
	for i, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			for _, law := range Laws()[1:] {
				t.Run(law.Name, func(t *testing.T) { law.try(t, &stand{subject: &s, ways: ways[i : i+1]}) })
			}
		})
	}
	for _, o := range s.Target.Objects {
		if o.Unordered != "" {
			t.Run("other orders of "+o.Name, func(t *testing.T) { t.Skip(o.Unordered) })
		}
	}
}

// try checks one law, or says why it cannot be checked.
func (l Law) try(t T, s *stand) {
	t.Helper()
	if why := s.subject.Cannot[l.Name]; why != "" {
		t.Skipf("%s", why)
	}
	l.check(t, s)
}
