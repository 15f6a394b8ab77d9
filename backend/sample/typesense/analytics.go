package typesense

import (
	"maps"
	"net/http"
	"slices"
)

// analyticsRoutes are the routes of analytics as servers have them from 30 on.
var analyticsRoutes = []route{
	{"GET", "analytics/rules", 30, 0, (*Engine).listRules, false},
	{"POST", "analytics/rules", 30, 0, (*Engine).createRules, true},
	{"GET", "analytics/rules/{rule}", 30, 0, (*Engine).getRule, false},
	{"PUT", "analytics/rules/{rule}", 30, 0, (*Engine).putRule, true},
	{"DELETE", "analytics/rules/{rule}", 30, 0, (*Engine).deleteRule, true},
	{"GET", "analytics/status", 30, 0, (*Engine).analyticsStatus, false},
	{"POST", "analytics/flush", 30, 0, (*Engine).flushAnalytics, false},
	{"POST", "analytics/events", 30, 0, (*Engine).health, false},
	{"GET", "analytics/events", 0, 0, (*Engine).listEvents, false},
}

func (e *Engine) listRules(q *request) (response, *failure) {
	tag, tagged := q.params["rule_tag"]
	list := []any{}
	for _, rule := range slices.Backward(e.rules) {
		shown := object{"rule_tag": ""}
		maps.Copy(shown, rule)
		if !tagged || shown["rule_tag"] == tag {
			list = append(list, shown)
		}
	}
	return ok(list), nil
}

// createRules makes one rule, or several of which each may fail.
func (e *Engine) createRules(q *request) (response, *failure) {
	v, err := readJSON(q.body)
	if err != nil {
		return response{}, invalid("Bad JSON.")
	}
	list, isList := v.([]any)
	if !isList {
		rule, _ := v.(object)
		if fail := e.createRule(rule); fail != nil {
			return response{}, fail
		}
		return ok(rule), nil
	}
	answers := []any{}
	for _, each := range list {
		rule, _ := each.(object)
		if fail := e.createRule(rule); fail != nil {
			answers = append(answers, object{"error": fail.message})
		} else {
			answers = append(answers, rule)
		}
	}
	return ok(answers), nil
}

var ruleKinds = []string{"log", "counter", "popular_queries", "nohits_queries"}

func (e *Engine) createRule(rule object) *failure {
	kind, _ := rule["type"].(string)
	switch {
	case rule["name"] == nil:
		return invalid("Name is required when creating a new analytics rule")
	case rule["type"] == nil:
		return invalid("Type is required when creating a new analytics rule")
	case rule["event_type"] == nil:
		return invalid("Event type is required when creating a new analytics rule")
	case !slices.Contains(ruleKinds, kind):
		return invalid("Event type or type is invalid (or) combination of both is invalid")
	case e.ruleAt(rule["name"]) >= 0:
		return invalid("Rule already exists")
	}
	e.rules = append(e.rules, rule)
	return nil
}

func (e *Engine) ruleAt(name any) int {
	return slices.IndexFunc(e.rules, func(rule object) bool { return rule["name"] == name })
}

func (e *Engine) ruleOf(q *request) (int, *failure) {
	i := e.ruleAt(q.names["rule"])
	if i < 0 {
		return i, invalid("Rule not found")
	}
	return i, nil
}

func (e *Engine) getRule(q *request) (response, *failure) {
	i, fail := e.ruleOf(q)
	if fail != nil {
		return response{}, fail
	}
	return ok(e.rules[i]), nil
}

func (e *Engine) putRule(q *request) (response, *failure) {
	i, fail := e.ruleOf(q)
	if fail != nil {
		return response{}, fail
	}
	o, fail := q.object()
	if fail != nil {
		return response{}, fail
	}
	if kind, given := o["type"]; given && kind != e.rules[i]["type"] {
		return response{}, invalid("Rule type cannot be changed")
	}
	rule := maps.Clone(e.rules[i])
	maps.Copy(rule, o)
	e.rules[i] = rule
	return ok(rule), nil
}

func (e *Engine) deleteRule(q *request) (response, *failure) {
	i, fail := e.ruleOf(q)
	if fail != nil {
		return response{}, fail
	}
	rule := e.rules[i]
	e.rules = slices.Delete(e.rules, i, i+1)
	return ok(rule), nil
}

func (e *Engine) analyticsStatus(*request) (response, *failure) {
	o := object{}
	for _, name := range []string{
		"doc_counter_events", "doc_log_events", "log_prefix_queries", "nohits_prefix_queries", "popular_prefix_queries",
		"query_counter_events", "query_log_events",
	} {
		o[name] = 0
	}
	return ok(o), nil
}

func (e *Engine) flushAnalytics(*request) (response, *failure) {
	return response{status: http.StatusOK, body: `{"ok": true}`}, nil
}

func (e *Engine) listEvents(q *request) (response, *failure) {
	for _, name := range []string{"user_id", "name", "n"} {
		if e.release.major < 30 {
			break
		}
		if _, given := q.params[name]; !given {
			return response{}, invalid("Missing required parameter '%s'.", name)
		}
	}
	return response{}, neverAnswered("without a folder for analytics dies of this request")
}
