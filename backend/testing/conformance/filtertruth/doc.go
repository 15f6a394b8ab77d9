// Package filtertruth checks that a filter shows the right rows and no others. It evaluates each filter on the JSON
// text of the documents, without the engine and without any driver code, and compares the result with the rows that a
// driver reads. Only tests import it.
//
// A comparison has three results. It is unsure if an engine cannot be exact: a float that is rounded when indexed,
// words of analysed text, a value that is too long for the engine to index. A document about which a filter is unsure
// may be shown or not; every other one must be shown exactly if it matches.
package filtertruth
