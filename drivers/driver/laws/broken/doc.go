// Package broken is a minimal driver and its own minimal engine. The driver obeys every law of the conformance suite,
// or breaks one if a switch is set, to show that the law detects it. With the switch off, it is the smallest complete
// driver to learn from: a cursor that must be released, a document that is read by its key, and an engine whose error
// messages reach the user.
//
// The engine keeps things in boxes. Its routes:
//
//	GET    /                      {"engine":"shelf","version":"1.0"}
//	GET    /boxes                 [{"name":"tools","things":24}]
//	GET    /boxes/NAME            {"fields":[{"name":"n","type":"int","sorts":"yes"}]}
//	GET    /boxes/NAME/count      {"count":24}, also by POST; by where and is
//	GET    /boxes/NAME/recount    the same; the manifest lists it as a write
//	GET    /boxes/NAME/things     {"things":[{"id":"a","thing":{...}}]} by from, size, by, down, where, is, cursor,
//	                              next, rounded; with "partial":true if some are missing
//	GET    /boxes/NAME/things/ID  {"id":"a","thing":{...}}
//	GET    /work                  [{"id":"7"}]
//	POST   /cursors               {"cursor":"1"}
//	DELETE /cursors/ID            {}
package broken
