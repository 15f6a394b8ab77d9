package secrets

import (
	"os/exec"
	"strconv"
	"testing"
)

// SPEC: CON-08
func TestALockedKeychainIsKnownByTheCodeOfItsTool(t *testing.T) {
	for code, want := range map[int]Reason{36: ReasonLocked, 51: ReasonLocked, 128: ReasonLocked, 1: ReasonOther} {
		ring := newFakeRing()
		ring.err = exec.CommandContext(t.Context(), "sh", "-c", "exit "+strconv.Itoa(code)).Run()
		_, err := systemOn(ring).Get(t.Context(), "key")
		requireReason(t, err, want)
	}
}
