// Package date parses dates as people type them. A date covers a period: 2020 is every moment of that year, so it has a
// first and a last moment. Dates are computed here, without a time zone database, because a driver has neither a clock
// nor such a database.
package date
