package paging

// resultWindow is how far `from` and `size` of a search reach together: the engine's default for
// index.max_result_window (Index settings).
const resultWindow = 10_000

// Limits of the driver that a search must respect.
const (
	snapshotFrom = resultWindow // pages that end after this row are read in a snapshot; earlier ones with `from`
	maxPage      = resultWindow // maximum number of rows in a page
	jump         = resultWindow // rows that one request skips on the way to a page
	ExportPage   = resultWindow // maximum number of rows in one response of an export
)
