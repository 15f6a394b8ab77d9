// SPEC: A-BRO-03, A-BRO-05, A-BRO-11, A-SRT-02, B-SRT-02
package grid

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// shelf responds like a driver and records the requested pages.
type shelf struct {
	light   bool // the engine holds nothing for its states
	set     driver.ColumnSet
	asked   []driver.PageArgs
	fail    error
	partial bool
	left    []string      // fields of the documents that have no column
	late    bool          // a page arrives although its reading was cancelled
	gate    chan struct{} // if not nil, each page waits for it

	mu       sync.Mutex
	released []string
	renewed  int
}

func (s *shelf) Columns(context.Context, string) (*driver.ColumnSet, error) {
	return &s.set, nil
}

func (s *shelf) Page(ctx context.Context, a *driver.PageArgs, _ *rows.Kernel, _ func(done, total int64)) (*Page, []byte, error) {
	s.mu.Lock()
	s.asked = append(s.asked, *a)
	s.mu.Unlock()
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-ctx.Done():
			if !s.late {
				return nil, nil, ctx.Err()
			}
			<-s.gate
		}
	}
	if s.fail != nil {
		return nil, nil, s.fail
	}
	return &Page{Block: make([]byte, 100), Rows: a.Size, Held: !s.light, Partial: s.partial, End: s.partial, left: s.left}, []byte("state"), nil
}

func (s *shelf) Count(context.Context, string, []byte) (int64, error) { return 48213, nil }

func (s *shelf) Renew(_ context.Context, state []byte) ([]byte, error) {
	s.renewed++
	return append(state, '+'), nil
}

func (s *shelf) Release(_ context.Context, state []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.released = append(s.released, string(state))
	return nil
}

func newShelf() *shelf {
	s := &shelf{set: driver.ColumnSet{
		Meta: []driver.MetaColumn{{Name: "_id", At: "_id", Kind: driver.KindID, Primary: true, Reason: "no sort by {name}"}},
		Columns: []driver.Column{
			{Name: "title", Type: "text", Kind: driver.KindText, Sort: "title.keyword"},
			{Name: "pages", Type: "integer", Kind: driver.KindNumber, Sort: "pages"},
			{Name: "authors", Type: "nested", Kind: driver.KindJSON, Flags: driver.FlagNested, Reason: "Sort by one of its leaves, such as authors.name."},
			{Name: "authors.name", Type: "keyword", Kind: driver.KindText, Flags: driver.FlagLeaf, Nested: []string{"authors"}},
		},
		Plan:  driver.RowsPlan{At: "hits.hits", Doc: "_source"},
		Reach: 250, ReachNote: "Rows end here.", MaxSort: 1,
	}}
	return s
}

func open(t *testing.T, s *shelf) *View {
	t.Helper()
	v, err := Open(t.Context(), "v", "books", 100, s, NewCache(1000))
	require.NoError(t, err)
	return v
}

// arrange sorts a view's rows and returns the generation.
func arrange(t *testing.T, v *View, by ...SortBy) int {
	t.Helper()
	arranged, err := v.Arrange(t.Context(), Arrangement{Sort: by})
	require.NoError(t, err)
	return arranged.Generation
}

func TestColumnsAreTheDriversOwnThenThoseOfTheSchema(t *testing.T) {
	v := open(t, newShelf())
	var names []string
	for _, c := range v.Columns {
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"_id", "title", "pages", "authors", "authors.name"}, names)
	require.True(t, v.Columns[0].ReadOnly && v.Columns[0].Primary)
	require.Equal(t, "title.keyword", v.Columns[1].Sort)
	require.Equal(t, "Sort by one of its leaves, such as authors.name.", v.Columns[3].Reason)
	require.Equal(t, []string{"authors"}, v.Columns[4].Nested)
	require.True(t, v.Columns[4].ReadOnly)
}

func TestAPageIsReadOnceAndAgainAfterARefresh(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	for range 2 {
		_, err := v.Page(t.Context(), v.Generation(), 0)
		require.NoError(t, err)
	}
	require.Len(t, s.asked, 1)
	old := v.Generation()
	now := arrange(t, v)
	_, err := v.Page(t.Context(), now, 0)
	require.NoError(t, err)
	require.Len(t, s.asked, 2)
	_, err = v.Page(t.Context(), old, 0)
	require.NoError(t, err)
	require.Len(t, s.asked, 2, "the rows before stay until they are dropped")
	v.Drop(old)
	_, err = v.Page(t.Context(), old, 0)
	require.ErrorIs(t, err, ErrStale)
	_, err = v.Count(t.Context(), old)
	require.ErrorIs(t, err, ErrStale)
}

func TestTheLastPageEndsAtTheReachAndNoneLiesBeyond(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	p, err := v.Page(t.Context(), 0, 2)
	require.NoError(t, err)
	require.Equal(t, 50, p.Rows)
	_, err = v.Page(t.Context(), 0, 3)
	require.EqualError(t, err, "Rows end here.")
	require.Len(t, s.asked, 1)
}

func TestColumnsThatCannotBeSortedAreDroppedBeforeTheLimit(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	arranged, err := v.Arrange(t.Context(), Arrangement{Sort: []SortBy{{Column: "_id"}, {Column: "title", Desc: true}, {Column: "pages"}}})
	require.NoError(t, err)
	require.Equal(t, []SortBy{{Column: "title", Desc: true}}, arranged.Sort)
	_, err = v.Page(t.Context(), arranged.Generation, 0)
	require.NoError(t, err)
	require.Equal(t, []driver.SortKey{{Field: "title.keyword", Type: "text", Desc: true}}, s.asked[0].Sort)
}

func TestTheCacheStaysUnderItsBudgetAndAClosedViewLeavesNothing(t *testing.T) {
	s := newShelf()
	s.set.Reach = 0
	cache := NewCache(250)
	v, err := Open(t.Context(), "v", "books", 100, s, cache)
	require.NoError(t, err)
	for n := range 5 {
		_, err := v.Page(t.Context(), 0, n)
		require.NoError(t, err)
	}
	require.Equal(t, 200, cache.Size())
	v.Close(t.Context())
	require.Equal(t, []string{"state"}, s.released)
	require.Zero(t, cache.Size())
	_, err = v.Page(t.Context(), 0, 0)
	require.ErrorIs(t, err, ErrStale)
}

func TestARowBehindAPartOfAPageIsReadFromThereOn(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	_, err := v.Part(t.Context(), 0, 1, 30)
	require.NoError(t, err)
	require.Equal(t, int64(130), s.asked[0].From)
	require.Equal(t, 70, s.asked[0].Size)
}

func TestPagesOfAViewAreReadOneAfterTheOtherWithTheStateOfTheOneBefore(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	for n := range 2 {
		_, err := v.Page(t.Context(), 0, n)
		require.NoError(t, err)
	}
	require.Empty(t, s.asked[0].State)
	require.Equal(t, "state", string(s.asked[1].State))
}

func TestACallerWhoLeavesDoesNotTakeThePageFromTheOthers(t *testing.T) {
	s := newShelf()
	s.gate = make(chan struct{})
	v := open(t, s)
	ctx, leave := context.WithCancel(t.Context())
	left, stayed := make(chan error), make(chan error)
	go func() { _, err := v.Page(ctx, 0, 0); left <- err }()
	go func() { _, err := v.Page(t.Context(), 0, 0); stayed <- err }()
	require.Eventually(t, func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		r := v.arrangements[0].under[key{"v", 0, 0, 0, false}]
		return r != nil && r.waiters == 2
	}, time.Minute, time.Millisecond)
	leave()
	require.ErrorIs(t, <-left, errCancelled)
	close(s.gate)
	require.NoError(t, <-stayed)
	require.Len(t, s.asked, 1)
}

func TestReadingEndsWhenTheLastCallerLeaves(t *testing.T) {
	s := newShelf()
	s.gate = make(chan struct{})
	v := open(t, s)
	ctx, leave := context.WithCancel(t.Context())
	leave()
	_, err := v.Page(ctx, 0, 0)
	require.ErrorIs(t, err, errCancelled)
	close(s.gate)
	_, err = v.Page(t.Context(), 0, 0)
	require.NoError(t, err, "the next one reads anew")
}

func TestAStateOfAnOrderThatIsOverIsGivenBack(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	_, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	arrange(t, v, SortBy{Column: "pages"})
	v.Drop(0)
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.released) == 1
	}, time.Minute, time.Millisecond)
	v.Close(t.Context())
	require.Equal(t, []string{"state"}, s.released)
}

func TestASnapshotThatIsGoneIsNotGivenBack(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	_, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	s.fail = &driver.Error{Kind: driver.NotFound, Code: driver.CodeExpired}
	_, err = v.Page(t.Context(), 0, 1)
	require.ErrorIs(t, err, s.fail)
	v.Close(t.Context())
	require.Empty(t, s.released)
}

// SPEC: A-BRO-18
func TestAStateWithWhichAReadingFailedIsSpentUntilAPageComes(t *testing.T) {
	refused := &driver.Error{Kind: driver.Unsupported, Message: "forward only"}
	rows := []struct {
		name  string
		fail  error
		spent bool
	}{
		{"a response that was lost", &driver.Error{Kind: driver.Connect, Sent: true, Op: "POST /"}, true},
		{"a cancelled reading", &driver.Error{Kind: driver.Cancelled}, true},
		{"a driver that crashed", &driver.Error{Kind: driver.Crashed}, true},
		{"an error of no kind", context.Canceled, true},
		{"a page that was refused before anything was sent", refused, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newShelf()
			v := open(t, s)
			_, err := v.Page(t.Context(), 0, 0)
			require.NoError(t, err)
			s.fail = row.fail
			_, err = v.Page(t.Context(), 0, 1)
			require.ErrorIs(t, err, row.fail)
			s.fail = nil
			for range 2 {
				_, err = v.Page(t.Context(), 0, 1)
				require.NoError(t, err)
				_, err = v.Page(t.Context(), 0, 2)
				require.NoError(t, err)
			}
			var spent []bool
			for _, a := range s.asked {
				spent = append(spent, a.Spent)
			}
			require.Equal(t, []bool{false, false, row.spent, false}, spent)
		})
	}
}

// SPEC: A-BRO-18
func TestAPartialPageIsNeverKeptNorTheEnd(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	s.partial = true
	for range 2 {
		p, err := v.Page(t.Context(), 0, 0)
		require.NoError(t, err)
		require.True(t, p.Partial)
		require.False(t, p.End)
	}
	require.Len(t, s.asked, 2)
}

func TestClosingWaitsForWhatAReadingUnderWayOpens(t *testing.T) {
	s := newShelf()
	s.gate, s.late = make(chan struct{}), true
	v := open(t, s)
	v.Ahead()
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.asked) == 1
	}, time.Minute, time.Millisecond, "a reading that was not begun opens nothing")
	closed := make(chan struct{})
	go func() {
		v.Close(context.Background())
		close(closed)
	}()
	require.Eventually(t, func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.closed
	}, time.Minute, time.Millisecond)
	select {
	case <-closed:
		t.Fatal("it did not wait")
	default:
	}
	close(s.gate)
	<-closed
	require.Equal(t, []string{"state"}, s.released)
}

func TestAViewIsRenewedOnlyWhileItHoldsSomethingAndIsUsed(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	require.NoError(t, v.Renew(t.Context()))
	require.Zero(t, s.renewed, "it holds nothing")
	_, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.NoError(t, v.Renew(t.Context()))
	require.Equal(t, 1, s.renewed)
	v.arrangements[0].used = time.Now().Add(-time.Hour)
	require.NoError(t, v.Renew(t.Context()))
	require.Equal(t, 1, s.renewed, "nobody reads from it")
	v.Close(t.Context())
	require.Equal(t, []string{"state+"}, s.released)
}

func TestAStateForWhichTheEngineHoldsNothingIsNeitherRenewedNorGivenBack(t *testing.T) {
	s := newShelf()
	s.light = true
	v := open(t, s)
	_, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.NoError(t, v.Renew(t.Context()))
	_, err = v.Page(t.Context(), 0, 1)
	require.NoError(t, err)
	require.Equal(t, "state", string(s.asked[1].State))
	arrange(t, v)
	v.Drop(0)
	v.Close(t.Context())
	require.Zero(t, s.renewed)
	require.Empty(t, s.released)
}

func TestThePageThatWasBegunAheadIsNotReadTwice(t *testing.T) {
	s := newShelf()
	s.gate = make(chan struct{})
	v := open(t, s)
	v.Ahead()
	v.Ahead()
	close(s.gate)
	_, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	v.Ahead()
	require.Len(t, s.asked, 1)
}

func TestWhatFailedAheadIsToldToTheFirstWhoAsksAndReadAgainForTheNext(t *testing.T) {
	s := newShelf()
	s.fail = &driver.Error{Kind: driver.Connect, Message: "the response broke off"}
	v := open(t, s)
	v.Ahead()
	<-v.arrangements[0].under[key{v.ID, 0, 0, 0, false}].done
	_, err := v.Page(t.Context(), 0, 0)
	require.EqualError(t, err, "the response broke off")
	require.Len(t, s.asked, 1)
	s.fail = nil
	_, err = v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Len(t, s.asked, 2)
}

func TestAViewThatIsClosedWhileItReadsLeavesNothingInTheCache(t *testing.T) {
	cache := NewCache(1 << 20)
	for range 300 {
		v, err := Open(t.Context(), "v", "books", 100, newShelf(), cache)
		require.NoError(t, err)
		v.Ahead()
		v.Close(t.Context())
		require.Zero(t, cache.Size())
	}
}
