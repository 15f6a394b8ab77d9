package dashboard

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

const taskFields = "node_failures.node_id,tasks.node,tasks.id,tasks.action,tasks.description,tasks.running_time_in_nanos,tasks.cancellable," +
	"tasks.cancelled,tasks.parent_task_id,tasks.headers.X-Opaque-Id,tasks.status.total,tasks.status.created,tasks.status.updated,tasks.status.deleted"

// The attributes of a task, by index in a record.
var taskKeys = []string{"node", "id", "description", "running_time_in_nanos", "cancellable", "cancelled", "parent_task_id", "status", "headers"}

const (
	taskNode        = 0
	taskID          = 1
	taskDescription = 2
	taskNanos       = 3
	taskCancellable = 4
	taskCancelled   = 5
	taskParent      = 6
	taskStatus      = 7
	taskHeaders     = 8
)

// maxDescription is how many bytes of a task's description are shown: a search's description has the whole search.
const maxDescription = 400

// progress is how much a task has done.
type progress struct{ done, total int64 }

// tasks lists the tasks that are not part of another one, longest-running first, without the requests of the dashboard.
func (a *responses) tasks(nodes *nodeFigures) *driver.TaskList {
	list := &driver.TaskList{Err: a.err(askTasks)}
	if list.Err != nil {
		return list
	}
	parts := map[string]progress{} // of sliced tasks, by the parent's id
	r := &a.replies[askTasks]
	r.EachRecord(func(_ int, rec *driver.Record) {
		if parent := rec.Attrs[taskParent]; parent != "" {
			p, own := parts[parent], progressOf(rec.Attrs[taskStatus])
			parts[parent] = progress{p.done + own.done, p.total + own.total}
			return
		}
		if jx.Text(rec.Attrs[taskHeaders], opaqueID) != opaqueDashboard {
			list.Tasks = append(list.Tasks, taskOf(rec, nodes))
		}
	})
	for i := range list.Tasks {
		if t := &list.Tasks[i]; t.Total == 0 {
			t.Done, t.Total = parts[t.ID].done, parts[t.ID].total
		}
	}
	es.SortBy(list.Tasks, func(a, b *driver.Task) int {
		switch {
		case a.Nanos > b.Nanos:
			return -1
		case a.Nanos < b.Nanos:
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	list.Total = len(list.Tasks)
	list.Tasks = list.Tasks[:min(len(list.Tasks), driver.MaxTasks)]
	if len(r.Picked) == 1 && r.Picked[0] != "" {
		list.Note = "Some nodes did not list their tasks."
	}
	return list
}

// taskOf reads one record. It copies the texts because the record is reused.
func taskOf(rec *driver.Record, nodes *nodeFigures) driver.Task {
	at := rec.Attrs
	own := progressOf(at[taskStatus])
	t := driver.Task{
		ID: at[taskNode] + ":" + at[taskID], Action: rec.Name, Description: cutText(at[taskDescription], maxDescription), Node: at[taskNode],
		Nanos: max(0, es.ParseInt(at[taskNanos])), Done: own.done, Total: own.total,
		Cancellable: at[taskCancellable] == "true", Cancelled: at[taskCancelled] == "true",
	}
	if name := nodes.names[t.Node]; name != "" {
		t.Node = name
	}
	return t
}

// progressOf reads the status of a reindex, an update by query or a delete by query; other tasks have none.
func progressOf(status string) progress {
	return progress{
		done: figure(status, "created") + figure(status, "updated") + figure(status, "deleted"), total: figure(status, "total"),
	}
}

func cutText(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "..."
}

// PlanCancel implements PlanCancel of [driver.Tasker].
func PlanCancel(a *driver.CancelArgs) (*driver.Planned, error) {
	if !isTaskID(a.Task) {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "There is no such task."}
	}
	req := driver.Request{Method: "POST", Path: "/_tasks/" + a.Task + "/_cancel", Purpose: "cancel task"}
	return &driver.Planned{
		Request: req, Form: "Cancel a task", Reason: "The task stops as soon as it can. What it has already changed stays changed.",
	}, nil
}

// isTaskID reports whether a text is the id of one task, "node:number", with nothing that means something else in a
// path: without an id the engine would cancel every task.
func isTaskID(id string) bool {
	node, number, _ := strings.Cut(id, ":")
	if _, err := strconv.ParseUint(number, 10, 63); err != nil || node == "" {
		return false
	}
	return !strings.ContainsFunc(node, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	})
}

const (
	sentenceEnded     = "This task has already ended."
	sentenceUncertain = "The task may have been cancelled. Check the list of tasks before you cancel it again."
)

// SettleCancel implements SettleCancel of [driver.Tasker]. For a task that is gone, the response has status 200 and a
// failure of its node.
func SettleCancel(a *driver.CancelledArgs) (*driver.Settled, error) {
	r := &a.Reply
	if r.Err != nil && !r.Err.Sent {
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: r.Err}, nil
	}
	if r.Err != nil {
		return unknownCancel(r.Err), nil
	}
	body := string(r.Body)
	if !r.OK() {
		e := es.ErrorOf(&driver.Request{}, r)
		e.Op = ""
		switch {
		case r.Status == 404:
			return &driver.Settled{Outcome: driver.OutcomeRefused, Err: endedTask(e.Message)}, nil
		case r.Status < 500:
			return &driver.Settled{Outcome: driver.OutcomeRefused, Err: e}, nil
		}
		return unknownCancel(e), nil
	}
	if failure := es.FirstItem(body, "node_failures"); failure != "" {
		e := es.ParseError(`{"error":`+failure+`}`, 0)
		if code := jx.Text(failure, "caused_by", "type"); code == "resource_not_found_exception" || code == "no_such_node_exception" {
			e = endedTask(e.Message)
		}
		e.Sent = true
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: e}, nil
	}
	if !hasTasks(body) {
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: endedTask("")}, nil
	}
	return &driver.Settled{Outcome: driver.OutcomeDone}, nil
}

// hasTasks reports whether the response names a task that was told to stop.
func hasTasks(body string) bool {
	nodes, _ := jx.Get(body, "nodes")
	some := false
	jx.Each(nodes, func(_, node string) bool {
		tasks, _ := jx.Get(node, "tasks")
		jx.Each(tasks, func(string, string) bool {
			some = true
			return false
		})
		return !some
	})
	return some
}

func endedTask(detail string) *driver.Error {
	return &driver.Error{Kind: driver.NotFound, Message: sentenceEnded, Detail: detail, Sent: true}
}

func unknownCancel(cause *driver.Error) *driver.Settled {
	e := *cause
	e.Hint = sentenceUncertain
	return &driver.Settled{Outcome: driver.OutcomeUnknown, Err: &e}
}
