// Package filtertruth checks that a filter shows the rows that it should show and no others. It evaluates each filter over
// the JSON text of the documents, without the engine and without any code of a driver, and compares the result with the
// rows that a driver reads. It is imported by tests only.
//
// A comparison has three results. It is unsure where an engine cannot be exact: a float that is rounded when it is
// indexed, words of analysed text, a value that is longer than the engine indexes. A document about which a filter is
// unsure may be shown or not; every other one must be shown if it matches, and only then.
package filtertruth
