package console

import (
	"io"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"quarry/drivers/driver"
)

// FailedParts are the parts of a request that failed although the request succeeded, such as operations of a bulk
// request.
type FailedParts struct {
	Some  bool   // at least one failed
	Count string // how many failed, "" if unknown
	All   string // number of all parts, "" if unknown
	Noun  string // the word for them: "operations"
	Why   string // why the first one failed, "" if unknown
}

// failedIn returns the failed parts that a response reports.
func failedIn(response []byte, all []driver.ConsoleParts) FailedParts {
	return failedOf(response, all, func(list string, visit func(part gjson.Result)) {
		each := func(part gjson.Result) bool {
			visit(part)
			return true
		}
		if list == ".." {
			gjson.ForEachLine(string(response), each)
		} else if found := gjson.GetBytes(response, list); found.IsArray() {
			found.ForEach(func(_, part gjson.Result) bool { return each(part) })
		}
	})
}

// failedInLong is [failedIn] for a response that is too long to hold. Only lists of parts are read to their end: what a
// response says of all its parts is at its start.
func failedInLong(response io.ReaderAt, start []byte, all []driver.ConsoleParts) FailedParts {
	return failedOf(start, all, func(list string, visit func(part gjson.Result)) {
		f := &finder{in: response, visit: func(part Measured) {
			text := make([]byte, min(part.Size, maxFault)) // the error of a part comes before its rows
			n, _ := response.ReadAt(text, part.From)
			visit(gjson.ParseBytes(text[:n]))
		}}
		if list == ".." {
			f.lines()
		} else {
			f.value(append(strings.Split(list, "."), "#"), 0)
		}
	})
}

// failedOf returns the failed parts of a response, of which whole is all or the start. visitAll passes each part in a
// list to its second argument.
func failedOf(whole []byte, all []driver.ConsoleParts, visitAll func(list string, visit func(part gjson.Result))) FailedParts {
	for i := range all {
		parts := &all[i]
		var failed FailedParts
		switch {
		case parts.List != "":
			failed = listed(whole, parts, visitAll)
		case parts.Count != "":
			failed = counted(whole, parts)
		default:
			failed = FailedParts{Some: gjson.GetBytes(whole, given(parts.Any)).Bool(), Why: parts.Why}
		}
		if failed.Some {
			failed.Noun = parts.Noun
			return failed
		}
	}
	return FailedParts{}
}

func counted(response []byte, parts *driver.ConsoleParts) FailedParts {
	found := gjson.GetManyBytes(response, given(parts.Count), given(parts.All), given(parts.Reason))
	failed := FailedParts{Count: number(found[0]), All: number(found[1]), Why: found[2].Str}
	failed.Some = failed.Count != "" && failed.Count != "0"
	if failed.Why == "" {
		failed.Why = parts.Why
	}
	return failed
}

func listed(whole []byte, parts *driver.ConsoleParts, visitAll func(list string, visit func(part gjson.Result))) FailedParts {
	failed, all, many := FailedParts{}, 0, 0
	visitAll(parts.List, func(part gjson.Result) {
		all++
		if parts.Failed != "" && !part.Get(parts.Failed).Exists() {
			return
		}
		if many++; many == 1 {
			failed.Why = part.Get(given(parts.Reason)).Str
		}
	})
	if many == 0 {
		return FailedParts{Some: gjson.GetBytes(whole, given(parts.Any)).Bool()} // the parts may have been filtered out
	}
	failed.Some, failed.Count, failed.All = true, strconv.Itoa(many), strconv.Itoa(all)
	if parts.All != "" {
		failed.All = number(gjson.GetBytes(whole, parts.All))
	}
	return failed
}
