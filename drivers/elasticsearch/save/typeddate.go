package save

import (
	"cmp"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/date"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/filter"
)

const (
	formatISO      = "strict_date_optional_time"
	formatISONanos = "strict_date_optional_time_nanos"
	formatMillis   = "epoch_millis"
	formatSeconds  = "epoch_second"

	// longestMillis is how many digits of milliseconds every version reads.
	longestMillis = 15

	notISO     = "Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."
	notMillis  = "The server would read this number as milliseconds since 1970. Type a date such as 2024-05-06."
	noSeconds  = "A date_nanos needs a time with seconds, such as 2024-05-06T15:04:05Z."
	outOfNanos = "A date_nanos has no dates before 1970 or after " + date.LastNano + "."

	wholeSeconds = "Before 1970, this server reads only whole seconds: type milliseconds that end in 000, or a date such as 1969-05-06."
)

// namedPatterns are the patterns of named formats (Mapping, "format").
var namedPatterns = map[string]string{
	"basic_date": "yyyyMMdd", "strict_date": "yyyy-MM-dd", "strict_year_month_day": "yyyy-MM-dd",
	"strict_date_hour_minute_second": "yyyy-MM-dd'T'HH:mm:ss",
}

// dateCheck checks dates in the formats of their field. The number of a date is kept a number only if the document has one,
// and if it can be nothing but milliseconds or seconds.
func dateCheck(cell *driver.CellEdit) *scalarCheck {
	fields := definitions(cell)
	return &scalarCheck{
		convert: func(text string, seen *driver.Seen) (string, bool) {
			value := es.Quote(text)
			if _, iso := date.ReadMoment(text); edit.Integer(text, 64) && jx.Number(seen.Value) && !iso {
				value = text
			}
			return value, dateProblem(fields, text) == ""
		},
		element: func(s string) bool {
			return (s[0] == '"' || edit.Integer(s, 64)) && dateProblem(fields, jx.Unquote(s)) == ""
		},
		why: func(text string) string { return cmp.Or(dateProblem(fields, text), notISO) },
	}
}

// definitions returns how the indices define the field of a cell.
func definitions(cell *driver.CellEdit) []filter.Field {
	known := &filter.About{}
	if len(cell.About) > 0 && wire.Decode(string(cell.About), known) == nil && len(known.Definitions) > 0 {
		return known.Definitions
	}
	return []filter.Field{{Kind: cell.Type}}
}

// dateProblem says why no definition of a field takes a date, "" if one does. A format that is not known here is left to the
// engine.
func dateProblem(fields []filter.Field, text string) (problem string) {
	for i := range fields {
		if problem = dateProblemIn(&fields[i], text); problem == "" {
			break
		}
	}
	return problem
}

func dateProblemIn(f *filter.Field, text string) string {
	nanos := f.Kind == "date_nanos"
	usual := formatISO
	if nanos {
		usual = formatISONanos
	}
	formats := strings.Split(cmp.Or(f.Format, usual+"||"+formatMillis), "||")
	iso, millis, unfinished := false, false, false
	for _, format := range formats {
		switch pattern := cmp.Or(namedPatterns[format], format); {
		case format == formatISO, format == formatISONanos:
			m, ok := date.ReadMoment(text)
			switch ok = ok && !strings.Contains(text, " "); {
			case ok && format == formatISONanos && m.Given > days && m.Given < len(m.Parts):
				unfinished = true
			case ok:
				return nanosProblem(nanos, &m)
			}
			iso = true
		case format == formatMillis:
			millis = true
		case format == formatSeconds:
			if number := strings.TrimPrefix(text, "-"); edit.Integer(text, 64) && len(number) < longestMillis-date.MilliDigits && (!nanos || text == number && len(number) < len(lastNanoMillis)-date.MilliDigits) {
				return ""
			}
		case !simplePattern(pattern):
			return ""
		default:
			if m, ok := byPattern(pattern, text); ok {
				return nanosProblem(nanos, &m)
			}
		}
	}
	if millis && edit.Integer(text, 64) {
		number := strings.TrimPrefix(text, "-")
		switch {
		case nanos && (text != number || len(number) > len(lastNanoMillis) || len(number) == len(lastNanoMillis) && number > lastNanoMillis):
			return outOfNanos
		case len(number) > longestMillis, iso && text != number && len(number) == date.Widths[0]: // a year before 0
			return notISO
		case f.WholeSeconds && text != number && !strings.HasSuffix(number, "000"):
			return wholeSeconds
		case iso && text == number && len(number) <= shortNumber:
			return notMillis
		}
		return ""
	}
	switch {
	case nanos && unfinished:
		return noSeconds
	case f.Format != "":
		return "Not a date in the format of the field, " + f.Format + "."
	}
	return notISO
}

// days is how many parts a date without a time has.
const days = 3

// shortNumber is how many digits a number has that looks like a day, and not like milliseconds.
const shortNumber = 10

// lastNanoMillis are the milliseconds of [date.LastNano].
const lastNanoMillis = "9223372036854"

func nanosProblem(nanos bool, m *date.Moment) string {
	const earliest = "1970-01-01T00:00:00.000000000Z"
	if first := es.Quote(m.First(date.NanoDigits)); nanos && (date.Later(es.Quote(earliest), first) || date.Later(first, es.Quote(date.LastNano))) {
		return outOfNanos
	}
	return ""
}

// patternParts are the letters of a pattern whose numbers have a fixed width, in the order of a moment's parts.
const patternParts = "yMdHms"

// simplePattern reports whether a pattern has a whole day in numbers of a fixed width, and nothing but such numbers: yyyy-MM-dd
// HH:mm:ss.
func simplePattern(pattern string) bool {
	m, ok := byPattern(pattern, strings.NewReplacer("'", "", "yyyy", "2000", "uuuu", "2000", "MM", "01", "dd", "01", "HH", "00", "mm", "00", "ss", "00", "SSS", "000").Replace(pattern))
	return ok && m.Given > 2
}

// byPattern reads a date by a pattern of numbers with a fixed width.
func byPattern(pattern, text string) (m date.Moment, ok bool) {
	m.Offset = "Z"
	var given [len(patternParts)]bool
	quoted := false
	for pattern != "" {
		c := pattern[0]
		n := len(pattern) - len(strings.TrimLeft(pattern, string(c)))
		part := strings.IndexByte(patternParts, c)
		if c == 'u' {
			part = 0
		}
		switch {
		case c == '\'':
			quoted, pattern = !quoted, pattern[1:]
			continue
		case quoted, strings.IndexByte("-/.:, _", c) >= 0:
			if text == "" || text[0] != c {
				return m, false
			}
			pattern, text = pattern[1:], text[1:]
			continue
		case c == 'S' && n == date.MilliDigits && len(text) >= n && date.IsDigits(text[:n], n):
			m.Fraction = text[:n]
		case part < 0 || n != date.Widths[part] || given[part] || len(text) < n || !date.IsDigits(text[:n], n):
			return m, false
		default:
			for i := range n {
				m.Parts[part] = 10*m.Parts[part] + int(text[i]-'0')
			}
			given[part] = true
		}
		pattern, text = pattern[n:], text[n:]
	}
	for m.Given < len(given) && given[m.Given] {
		m.Given++
	}
	for _, more := range given[m.Given:] {
		if more {
			return m, false
		}
	}
	return m, text == "" && m.Exists()
}
