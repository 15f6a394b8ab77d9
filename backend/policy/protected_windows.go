package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

const (
	keyPath   = `Software\Policies\Quarry`
	valueName = "Policy"
)

// sources returns the places of the policy: the key that a group policy sets, then the file beside the program.
func sources() []source {
	list := []source{{`HKEY_LOCAL_MACHINE\` + keyPath + `\` + valueName, readKey}}
	program, err := os.Executable()
	if err != nil {
		return append(list, source{"policy.json", func() ([]byte, error) { return nil, fmt.Errorf("find the folder of Quarry: %w", err) }})
	}
	path := filepath.Join(filepath.Dir(program), "policy.json")
	return append(list, source{path, func() ([]byte, error) { return readProtected(path) }})
}

// readKey returns the policy's text from the registry. Only administrators can write below Software\Policies.
func readKey() ([]byte, error) {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, keyPath, registry.QUERY_VALUE|registry.WOW64_64KEY)
	if errors.Is(err, registry.ErrNotExist) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, readable(keyPath, err)
	}
	defer key.Close()
	text, _, err := key.GetStringValue(valueName)
	if errors.Is(err, registry.ErrNotExist) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, readable(keyPath, err)
	}
	return []byte(text), nil
}

// readProtected reads a file that only administrators can change. Otherwise the error is *Unprotected.
func readProtected(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, readable(path, err)
	}
	defer file.Close() // an open file cannot be replaced
	for at := path; ; at = filepath.Dir(at) {
		writes := windows.ACCESS_MASK(fileWrites)
		if at != path {
			writes = folderWrites
		}
		if filepath.Dir(at) == at {
			break // who can write to the root of the drive cannot replace a folder in it
		}
		if err := checkProtected(at, writes); err != nil {
			return nil, err
		}
	}
	return readAll(path, file)
}

// The rights that let someone change a file, and replace what is in a folder.
const (
	common       = windows.DELETE | windows.WRITE_DAC | windows.WRITE_OWNER | windows.GENERIC_ALL
	fileWrites   = common | windows.FILE_WRITE_DATA | windows.FILE_APPEND_DATA | windows.GENERIC_WRITE
	folderWrites = common | fileDeleteChild
)

// fileDeleteChild is the right to delete anything in a folder.
const fileDeleteChild = 0x40

// allowedCallback is the type of an entry that allows under a condition. Its beginning is that of one without.
const allowedCallback = 9

// trustedInstaller is the service that installs Windows, which owns Program Files.
const trustedInstaller = "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"

// checkProtected returns *Unprotected if others than administrators own a path or have one of the rights.
func checkProtected(path string, writes windows.ACCESS_MASK) error {
	about, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return readable(path, err)
	}
	owner, _, err := about.Owner()
	if err != nil {
		return readable(path, err)
	}
	if !isAdministrator(owner) {
		return &Unprotected{path, "belongs to " + nameOf(owner) + ", not to an administrator"}
	}
	list, _, err := about.DACL()
	if err != nil || list == nil {
		return &Unprotected{path, "can be changed by everyone"}
	}
	for i := range uint32(list.AceCount) {
		var entry *windows.ACCESS_ALLOWED_ACE
		if err := windows.GetAce(list, i, &entry); err != nil {
			return readable(path, err)
		}
		if entry.Header.AceType != windows.ACCESS_ALLOWED_ACE_TYPE && entry.Header.AceType != allowedCallback || entry.Header.AceFlags&windows.INHERIT_ONLY_ACE != 0 {
			continue
		}
		who := (*windows.SID)(unsafe.Pointer(&entry.SidStart))
		if entry.Mask&writes != 0 && !isAdministrator(who) {
			return &Unprotected{path, "can be changed by " + nameOf(who)}
		}
	}
	return nil
}

func isAdministrator(who *windows.SID) bool {
	return who.IsWellKnown(windows.WinBuiltinAdministratorsSid) || who.IsWellKnown(windows.WinLocalSystemSid) ||
		who.IsWellKnown(windows.WinCreatorOwnerSid) || who.String() == trustedInstaller
}

// nameOf returns the name of a user or a group.
func nameOf(who *windows.SID) string {
	name, domain, _, err := who.LookupAccount("")
	if err != nil {
		return who.String()
	}
	return domain + `\` + name
}
