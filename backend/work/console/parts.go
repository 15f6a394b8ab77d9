package console

import (
	"strconv"

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
	for i := range all {
		parts := &all[i]
		var failed FailedParts
		switch {
		case parts.List != "":
			failed = listed(response, parts)
		case parts.Count != "":
			failed = counted(response, parts)
		default:
			failed = FailedParts{Some: gjson.GetBytes(response, given(parts.Any)).Bool(), Why: parts.Why}
		}
		if failed.Some {
			failed.Noun = parts.Noun
			return failed
		}
	}
	return FailedParts{}
}

// failedAtStart returns the failed parts that the beginning of a long response reports.
func failedAtStart(start []byte, all []driver.ConsoleParts) FailedParts {
	for i := range all {
		parts := &all[i]
		failed := counted(start, parts)
		if !failed.Some {
			failed = FailedParts{Some: gjson.GetBytes(start, given(parts.Any)).Bool(), Why: parts.Why}
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

func listed(response []byte, parts *driver.ConsoleParts) FailedParts {
	failed, all, many := FailedParts{}, 0, 0
	each := func(part gjson.Result) bool {
		all++
		if parts.Failed != "" && !part.Get(parts.Failed).Exists() {
			return true
		}
		if many++; many == 1 {
			failed.Why = part.Get(given(parts.Reason)).Str
		}
		return true
	}
	if parts.List == ".." {
		gjson.ForEachLine(string(response), each)
	} else if list := gjson.GetBytes(response, parts.List); list.IsArray() {
		list.ForEach(func(_, part gjson.Result) bool { return each(part) })
	}
	if many == 0 {
		return FailedParts{Some: gjson.GetBytes(response, given(parts.Any)).Bool()} // the parts may have been filtered out
	}
	failed.Some, failed.Count, failed.All = true, strconv.Itoa(many), strconv.Itoa(all)
	if parts.All != "" {
		failed.All = number(gjson.GetBytes(response, parts.All))
	}
	return failed
}
