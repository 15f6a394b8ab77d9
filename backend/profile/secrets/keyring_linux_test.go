// SPEC: CON-08
package secrets

import (
	"os"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

// realStore skips the test unless the environment says that the session bus has a real, unlocked keyring for it.
func realStore(t *testing.T) *System {
	t.Helper()
	if os.Getenv("QUARRY_KEYRING") != "1" {
		t.Skip("needs a real keyring of its own: QUARRY_KEYRING=1 under dbus-run-session with gnome-keyring-daemon")
	}
	return NewSystem()
}

// TestARealKeyringKeepsTheLawsUntilItIsLocked locks the keyring at the end, so its steps must stay in order.
func TestARealKeyringKeepsTheLawsUntilItIsLocked(t *testing.T) {
	s := realStore(t)
	require.NoError(t, s.Probe(t.Context()))
	laws(t, s)
	require.NoError(t, s.Set(t.Context(), "real/locked", testSecret))

	bus, err := dbus.SessionBus()
	require.NoError(t, err)
	var locked []dbus.ObjectPath
	var prompt dbus.ObjectPath
	service := bus.Object("org.freedesktop.secrets", "/org/freedesktop/secrets")
	require.NoError(t, service.Call("org.freedesktop.Secret.Service.Lock", 0, []dbus.ObjectPath{"/org/freedesktop/secrets/collection/login"}).Store(&locked, &prompt))
	require.NotEmpty(t, locked)

	_, err = s.Get(t.Context(), "real/locked")
	requireReason(t, err, ReasonLocked)
	err = s.Set(t.Context(), "real/locked", testSecret)
	requireReason(t, err, ReasonLocked)
	require.NotContains(t, err.Error(), testSecret)
	requireReason(t, s.Delete(t.Context(), "real/locked"), ReasonLocked)
	requireReason(t, s.Probe(t.Context()), ReasonLocked)
}

func TestWithoutASessionBusThereIsNoStore(t *testing.T) {
	if storeReadyWithout(t) {
		t.Skip("this user has a session bus at its standard place")
	}
	requireReason(t, NewSystem().Set(t.Context(), "k", "v"), ReasonMissing)
}

func storeReadyWithout(t *testing.T) bool {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	return storeReady() == nil
}

func TestASessionBusThatIsGoneIsNoStore(t *testing.T) {
	if os.Getenv("QUARRY_KEYRING") == "1" {
		t.Skip("the D-Bus library keeps the connection to the keyring's bus")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/gone")
	requireReason(t, NewSystem().Probe(t.Context()), ReasonMissing)
}
