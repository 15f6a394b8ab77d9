package paging

// resultWindow is how far `from` and `size` of a search reach together: the engine's own default for
// index.max_result_window (Index settings).
const resultWindow = 10_000

// Limits of the driver that a search has to keep to.
const (
	snapshotFrom = resultWindow // pages that end after this row are read in a snapshot; those before by `from`
	maxPage      = resultWindow // rows of a page
	jump         = resultWindow // rows that one request steps over on the way to a page
	ExportPage   = resultWindow // the most rows of one response of an export
)
