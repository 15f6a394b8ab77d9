package secrets

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/godbus/dbus/v5"
)

var errNoBus = errors.New("there is no session bus")

// storeReady detects whether there is a session bus at all. Without one, the D-Bus library would start a stray one
// wherever dbus-launch is installed. It looks in the same places as that library.
func storeReady() error {
	if address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" && address != "autolaunch:" {
		return nil
	}
	run := filepath.Join("/run/user", strconv.Itoa(os.Getuid()))
	for _, name := range []string{"bus", "dbus-session"} {
		if _, err := os.Stat(filepath.Join(run, name)); err == nil {
			return nil
		}
	}
	return errNoBus
}

// missingNames are the D-Bus errors of a bus without a Secret Service.
var missingNames = map[string]bool{
	"org.freedesktop.DBus.Error.ServiceUnknown":        true,
	"org.freedesktop.DBus.Error.NameHasNoOwner":        true,
	"org.freedesktop.DBus.Error.Spawn.ServiceNotFound": true,
}

func isMissing(err error) bool {
	var (
		bus     dbus.Error
		network *net.OpError
		command *exec.Error
	)
	if errors.As(err, &bus) {
		return missingNames[bus.Name]
	}
	return errors.As(err, &network) || errors.As(err, &command)
}

// isLocked is always false: go-keyring reports it as text, see lockedText.
func isLocked(error) bool { return false }
