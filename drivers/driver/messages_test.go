package driver

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/wire"
)

// messages are all messages of the contract.
var messages = []wire.Message{
	&Empty{}, &Description{}, &Text{}, &OpenArgs{}, &Server{}, &ObjectsArgs{}, &Object{}, &ObjectList{}, &ResolveArgs{},
	&ColumnsArgs{}, &MetaColumn{}, &Column{}, &Part{}, &ColumnSet{}, &ReadOnlyRows{}, &CountArgs{}, &Counted{}, &Counts{}, &SortKey{}, &PageArgs{}, &PageResult{},
	&Notice{}, &ReleaseArgs{}, &Renewed{}, &DocumentArgs{}, &Document{}, &StructureArgs{}, &Structure{}, &StructureColumn{}, &StructureRow{}, &StructureTemplate{},
	&DefinitionArgs{}, &Definition{}, &Error{}, &Header{}, &Request{}, &Send{}, &RowsPlan{}, &Hidden{},
	&FieldSpec{}, &LinesPlan{}, &SplicePlan{}, &SpliceEdit{}, &KeepPlan{}, &Kept{}, &BodyPart{}, &Look{}, &Seen{},
	&PlanArgs{}, &RowEdit{}, &CellEdit{}, &Plan{}, &Planned{}, &Precondition{}, &Check{}, &Success{}, &Refusal{}, &SettleArgs{}, &Settled{}, &RevealArgs{}, &RevealedRow{}, &FitsArgs{}, &Fits{}, &FilterArgs{}, &FilterRow{}, &Filtered{},
	&RowNote{}, &RowMoment{}, &NamedRange{}, &FilterClass{}, &Operator{}, &ObjectKind{}, &RefusedOperators{}, &SuggestArgs{}, &Suggested{}, &SuggestedValue{},
	&StatisticsArgs{}, &StatisticsColumn{}, &Statistics{}, &ValueCount{}, &Bar{},
	&ConsoleArgs{}, &ConsoleRoute{}, &ConsoleRows{}, &ConsoleParts{}, &ConsoleSearch{}, &ConsoleFact{}, &ConsoleBuckets{}, &ConsoleHighlights{}, &ConsoleFaults{}, &ConsoleProfile{}, &ProfilePart{}, &Backing{}, &BulkFormat{}, &BulkValue{}, &ExportArgs{}, &Exported{}, &Dashboard{}, &Gauge{}, &Chart{}, &Series{}, &Counter{},
	&Action{}, &Table{}, &TableColumn{}, &TableRow{}, &TableCell{}, &TaskList{}, &Task{}, &ExplainArgs{}, &Explanation{}, &CancelArgs{}, &CancelledArgs{}, &KeyList{}, &KeyColumn{}, &Key{}, &KeyCell{}, &KeyForm{}, &KeyGroup{}, &KeyAction{}, &KeyArgs{}, &KeyPlan{}, &KeySettleArgs{}, &KeySettled{}, &ScopeForm{}, &ScopeField{}, &ScopeArgs{}, &ScopedKey{}, &ScopePart{}, &Reply{}, &Step{}, &Portion{}, &End{}, &Output{}, &Replies{}, &Start{},
}

// fill sets every field of a message to a distinct value.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), next)
		}
	case reflect.String:
		v.SetString("text " + strconv.Itoa(*next))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(uint64(*next%255 + 1))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next))
	default:
		panic("no value for " + v.Type().String())
	}
}

func nameOf(m wire.Message) string { return reflect.TypeOf(m).Elem().Name() }

func TestEveryFieldOfEveryMessageArrives(t *testing.T) {
	for _, m := range messages {
		t.Run(nameOf(m), func(t *testing.T) {
			full := reflect.New(reflect.TypeOf(m).Elem())
			next := 0
			fill(full.Elem(), &next)
			got := reflect.New(reflect.TypeOf(m).Elem())
			require.NoError(t, wire.Decode(string(wire.Append(nil, full.Interface().(wire.Message))), got.Interface().(wire.Message)))
			require.Equal(t, full.Interface(), got.Interface())
		})
	}
}

// TestNoMessageIsForgotten reads the method sets in this package's source, so that the table above cannot lack a new
// message.
func TestNoMessageIsForgotten(t *testing.T) {
	listed := map[string]bool{}
	for _, m := range messages {
		listed[nameOf(m)] = true
	}
	found := 0
	for _, name := range messageTypes(t) {
		require.True(t, listed[name], "%s is in no table", name)
		found++
	}
	require.Equal(t, len(messages), found)
}

func TestAMessageOfANewerSideIsRead(t *testing.T) {
	for _, m := range messages {
		t.Run(nameOf(m), func(t *testing.T) {
			full := reflect.New(reflect.TypeOf(m).Elem())
			next := 0
			fill(full.Elem(), &next)
			newer := string(wire.Append(nil, full.Interface().(wire.Message))) + "\xfa\x03new"
			got := reflect.New(reflect.TypeOf(m).Elem())
			require.NoError(t, wire.Decode(newer, got.Interface().(wire.Message)))
			require.Equal(t, full.Interface(), got.Interface())
		})
	}
}

func TestTheNextStepOfSendsIsWhatWasAskedFor(t *testing.T) {
	var sent []Send
	c := &Conn{step: func(_ *Conn, s *Step) ([]Reply, error) {
		sent = s.Sends
		return make([]Reply, s.Size()), nil
	}}
	replies, err := c.DoAll()
	require.NoError(t, err)
	require.Empty(t, replies)
	require.Nil(t, sent)
	replies, err = c.DoAll(Send{Verb: Raw}, Send{Verb: Pick})
	require.NoError(t, err)
	require.Len(t, replies, 2)
	require.Equal(t, []Send{{Verb: Raw}, {Verb: Pick}}, sent)
}

func TestRecordsAreReadAsTheyWereWritten(t *testing.T) {
	records := []Record{
		{Name: "a", Attrs: []string{"text", ""}, Given: 1},
		{Name: "a.b", Sub: true, Depth: 1, Attrs: []string{"", "x"}, Given: 2},
		{Spec: 127, Name: "", Depth: 300, Attrs: nil},
		{Name: "only a type", Attrs: []string{"keyword", "", "", ""}, Given: 1},
		{Name: "nothing", Attrs: []string{"", ""}},
		{Spec: 2, Name: strings.Repeat("n", 200), Attrs: []string{strings.Repeat("v", 20000)}, Given: 1},
	}
	var out []byte
	for i := range records {
		out = AppendRecord(out, &records[i])
	}
	var got []Record
	(&Reply{Walked: string(out)}).EachRecord(func(i int, r *Record) {
		require.Equal(t, len(got), i)
		kept := *r
		kept.Attrs = append([]string(nil), r.Attrs...)
		got = append(got, kept)
	})
	require.Equal(t, records, got)
}

// FuzzEachRecord: no bytes make the reader of records panic or return more than they contain.
func FuzzEachRecord(f *testing.F) {
	f.Add(string(AppendRecord(nil, &Record{Name: "a", Attrs: []string{"text"}})))
	f.Add("\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
	f.Add("\x00\x00\x00\xff\xff\xff\xff\xff\x7f")
	f.Fuzz(func(t *testing.T, walked string) {
		total := 0
		(&Reply{Walked: walked}).EachRecord(func(_ int, r *Record) {
			total += 1 + len(r.Name)
			for _, a := range r.Attrs {
				total += len(a)
			}
		})
		require.LessOrEqual(t, total, len(walked))
	})
}

// FuzzMessages: no bytes make a message's reader panic, and a message that was read survives another round trip
// unchanged.
func FuzzMessages(f *testing.F) {
	for i, m := range messages {
		full := reflect.New(reflect.TypeOf(m).Elem())
		next := 0
		fill(full.Elem(), &next)
		f.Add(uint8(i), string(wire.Append(nil, full.Interface().(wire.Message))))
	}
	f.Fuzz(func(t *testing.T, which uint8, in string) {
		kind := reflect.TypeOf(messages[int(which)%len(messages)]).Elem()
		first := reflect.New(kind).Interface().(wire.Message)
		if wire.Decode(in, first) != nil {
			return
		}
		written := string(wire.Append(nil, first))
		second := reflect.New(kind).Interface().(wire.Message)
		require.NoError(t, wire.Decode(written, second))
		require.Equal(t, written, string(wire.Append(nil, second)))
	})
}

func TestAHeaderIsFoundWhateverItsCase(t *testing.T) {
	r := &Reply{Headers: []Header{{Name: "Content-Type", Value: "a"}, {Name: "content-type", Value: "b"}}}
	require.Equal(t, "a", r.Header("CONTENT-type"))
	require.Empty(t, r.Header("Content-Typ"))
}

func TestOnlyAnAnswerOf2xxIsOK(t *testing.T) {
	for status, want := range map[int]bool{0: false, 199: false, 200: true, 299: true, 300: false, 404: false} {
		require.Equal(t, want, (&Reply{Status: status}).OK())
	}
	require.False(t, (&Reply{Status: 200, Err: ErrCancelled}).OK())
}
