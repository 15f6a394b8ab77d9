package plugin

import (
	"bytes"
	"fmt"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// EntryKind is the kind of an entry in a StepLog.
type EntryKind byte

// The kinds of entries of a StepLog.
const (
	EntryStart   EntryKind = 1 // the start of the operation
	EntryStep    EntryKind = 2 // a step requested by the driver
	EntryReplies EntryKind = 3 // the replies it was resumed with
	EntryCancel  EntryKind = 4 // a cancellation instead of replies
	EntryEnd     EntryKind = 5 // the result or error
)

// Entry is one message between the host and a driver, byte for byte.
type Entry struct {
	Kind  EntryKind
	Bytes []byte
}

// StepLog records the messages between host and driver in one operation. An operation depends only on its input: the
// same driver produces the same log natively and as a module. It is not safe for concurrent use.
type StepLog struct{ Entries []Entry }

func (l *StepLog) add(kind EntryKind, message []byte) {
	if l != nil {
		l.Entries = append(l.Entries, Entry{Kind: kind, Bytes: bytes.Clone(message)})
	}
}

// Bytes returns the whole log for comparisons: the kind, length and bytes of each entry.
func (l *StepLog) Bytes() []byte {
	var out []byte
	for _, e := range l.Entries {
		out = wire.AppendUvarint(append(out, byte(e.Kind)), uint64(len(e.Bytes)))
		out = append(out, e.Bytes...)
	}
	return out
}

// String returns a readable line for each request, reply and end. It contains no body and no header.
func (l *StepLog) String() string {
	var out strings.Builder
	for _, e := range l.Entries {
		e.print(&out)
	}
	return out.String()
}

func (e *Entry) print(out *strings.Builder) {
	switch e.Kind {
	case EntryStart:
		var start driver.Start
		_ = wire.Decode(string(e.Bytes), &start)
		fmt.Fprintf(out, "start %s\n", start.Op)
	case EntryStep:
		printStep(out, e.Bytes)
	case EntryReplies:
		var replies driver.Replies
		_ = wire.Decode(string(e.Bytes), &replies)
		for i := range replies.Replies {
			printReply(out, &replies.Replies[i])
		}
	case EntryCancel:
		out.WriteString("cancel\n")
	case EntryEnd:
		printEnd(out, e.Bytes)
	}
}

func printStep(out *strings.Builder, raw []byte) {
	var output driver.Output
	if wire.Decode(string(raw), &output) != nil || output.Step == nil {
		return
	}
	word := "send"
	if output.Step.Cleanup {
		word = "clean-up"
	}
	for _, s := range output.Step.Sends {
		fmt.Fprintf(out, "%s %s %s (%s)\n", word, s.Request.Method, s.Request.Path, verbName(s.Verb))
	}
}

func printReply(out *strings.Builder, r *driver.Reply) {
	if r.Err != nil {
		fmt.Fprintf(out, "reply %s: %s\n", r.Err.Kind, r.Err.Message)
		return
	}
	fmt.Fprintf(out, "reply %d, %d bytes\n", r.Status, r.Bytes)
}

func printEnd(out *strings.Builder, raw []byte) {
	var output driver.Output
	if wire.Decode(string(raw), &output) != nil || output.End == nil {
		return
	}
	if e := output.End.Err; e != nil {
		fmt.Fprintf(out, "end %s: %s\n", e.Kind, e.Message)
		return
	}
	fmt.Fprintf(out, "end, %d bytes\n", len(output.End.Result))
}
