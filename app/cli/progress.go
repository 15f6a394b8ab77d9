package main

import (
	"strconv"
	"strings"
	"time"

	"quarry/app/api"
)

// standardWidth is assumed if a terminal does not know its width.
const standardWidth = 80

// line shows the progress of an export on one line that is shorter than width: the least important parts are left out
// first.
func line(info *api.ExportInfo, rows string, width int) string {
	written := far(info, "")
	status, rate := statusOf(info), grouped(info.Rate)+"/s"
	left := ""
	if info.State == "full" {
		rate = "" // nothing moves until there is space
	} else if info.Left > 0 {
		left = (time.Duration(info.Left) * time.Second).String() + " left"
	}
	text := ""
	for _, parts := range [][]string{
		{far(info, rows), percent(info), rate, status, left},
		{written, percent(info), rate, status, left},
		{written, percent(info), status, left},
		{percent(info), status, left},
		{percent(info), status},
	} {
		if text = joined(parts); len(text) < width {
			return text
		}
	}
	return text[:max(0, min(len(text), width-1))]
}

// far says how many rows are written, and out of how many if known.
func far(info *api.ExportInfo, rows string) string {
	written := grouped(info.Written)
	if info.Total != "" {
		written += " of " + grouped(info.Total)
	}
	return strings.TrimSuffix(written+" "+rows, " ")
}

// statusOf says why an export waits, "" if it does not.
func statusOf(info *api.ExportInfo) string {
	switch info.State {
	case "waiting":
		return "the server is busy"
	case "full":
		return "the disk is full"
	}
	return ""
}

// percent returns how much of an export is done, in percent, or the number of documents written if the total is
// unknown.
func percent(info *api.ExportInfo) string {
	written, err := strconv.ParseInt(info.Written, 10, 64)
	total, unknown := strconv.ParseInt(info.Total, 10, 64)
	if err != nil || unknown != nil || total == 0 {
		return ""
	}
	return strconv.FormatInt(min(100, written*100/total), 10) + "%"
}

// joined joins the parts that are not empty.
func joined(parts []string) string {
	var there []string
	for _, p := range parts {
		if p != "" {
			there = append(there, p)
		}
	}
	return strings.Join(there, ", ")
}

// grouped puts commas between the thousands of a number.
func grouped(digits string) string {
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
