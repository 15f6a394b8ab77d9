package plugin

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/tetratelabs/wazero/sys"

	"quarry/drivers/driver"
)

const (
	stderrLimit = 8 << 10
	detailLimit = 4 << 10
	// crowdedMemory is the memory size at which an instance spends its time collecting garbage.
	crowdedMemory = (memoryPages - memoryPages/8) << 16
)

// Crash says why an instance of a driver ended. Message is the sentence for the user; Detail is the driver's last
// output and the machine's stack trace.
type Crash struct {
	Message string
	Detail  string
	At      time.Time
}

// culprit returns the error for the operation that ended the instance.
func (c *Crash) culprit(sent bool) *driver.Error {
	return &driver.Error{Kind: driver.Crashed, Message: c.Message, Detail: c.Detail, Sent: sent}
}

// bystander returns the error for any other operation in progress in the instance: it may succeed in a new one.
func (c *Crash) bystander(sent bool) *driver.Error {
	return &driver.Error{
		Kind: driver.Crashed, Message: "The driver stopped during another operation. " + c.Message,
		Detail: c.Detail, Sent: sent, Retry: true,
	}
}

// diagnose explains in plain words why a call ended with err, from the driver's output and its memory use.
func diagnose(err error, stderr *bounded, memory uint32, limit time.Duration) *Crash {
	words := stderr.String()
	crash := &Crash{Detail: clip(strings.TrimSpace(words+"\n"+err.Error()), detailLimit), At: time.Now()}
	switch {
	case strings.Contains(words, "out of memory"), hung(err) && memory >= crowdedMemory:
		crash.Message = "It exceeded its 64 MB memory limit and was stopped."
	case hung(err):
		crash.Message = "It did not respond for " + strconv.FormatFloat(limit.Seconds(), 'f', -1, 64) + " s and was stopped."
	default:
		crash.Message = "It stopped: " + cause(words, err)
	}
	return crash
}

func hung(err error) bool {
	var exit *sys.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == sys.ExitCodeDeadlineExceeded
}

// cause returns what Go's runtime wrote about a panic, or otherwise the first line of the machine's own error.
func cause(words string, err error) string {
	for line := range strings.Lines(words) {
		for _, prefix := range []string{"panic: ", "fatal error: "} {
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), prefix); ok {
				return text
			}
		}
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimPrefix(strings.TrimSuffix(first, " (recovered by wazero)"), "wasm error: ")
}

func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

// bounded keeps the first bytes written to it and discards the rest.
type bounded struct {
	limit int
	kept  []byte
}

func (b *bounded) Write(p []byte) (int, error) {
	room := min(b.limit-len(b.kept), len(p))
	b.kept = append(b.kept, p[:room]...)
	return len(p), nil
}

func (b *bounded) reset() { b.kept = b.kept[:0] }

func (b *bounded) String() string { return strings.ToValidUTF8(string(b.kept), "?") }
