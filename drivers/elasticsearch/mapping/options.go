package mapping

import (
	"strconv"

	"quarry/drivers/driver"
)

// Options are field attributes that few fields have.
type Options struct {
	Unindexed  bool   // index: false
	Hidden     bool   // the engine reports that it cannot be searched
	Above      int    // ignore_above, in characters; 0 for no limit
	Format     string // date format, "" for the usual one
	Null       string // null_value, "" for none
	Malformed  bool   // ignore_malformed
	Normalizer string // "" for none
}

// optionsOf reads the options of a field, nil if it has none.
func optionsOf(rec *driver.Record) *Options {
	if rec.Given <= atIndex {
		return nil
	}
	attrs := rec.Attrs
	above, _ := strconv.Atoi(attrs[atAbove])
	return &Options{
		Unindexed: attrs[atIndex] == "false", Format: attrs[atFormat], Above: above, Null: attrs[atNull],
		Malformed: attrs[atMalformed] == "true", Normalizer: attrs[atNormalizer],
	}
}

// The attributes of a field, in the order of its walk.
const (
	atType = iota
	atTarget
	atDocValues
	atEnabled
	atIndex
	atFormat
	atAbove
	atNull
	atMalformed
	atNormalizer
)
