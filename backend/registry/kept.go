package registry

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quarry/backend/profile"
)

// keptName is the file of the profile that remembers the registry. It is one file, so that index and signature are
// always of one moment.
const keptName = "registry.json"

type keptFile struct {
	Address   string            `json:"address"`
	Fetched   time.Time         `json:"fetched"`
	Seen      map[string]int64  `json:"seen"` // highest sequence by key fingerprint
	Sums      map[string]string `json:"sums"` // SHA-256 of the index with that sequence
	Index     []byte            `json:"index"`
	Signature []byte            `json:"signature"`
}

// readKept reads what is remembered; nothing where there is no file. A file that cannot be read as JSON is set aside. The
// file's lock is held from here to keep, so that no other window's sequence is lost in between.
func (c *Client) readKept() (*keptFile, error) {
	path := filepath.Join(c.Folder, keptName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &keptFile{Seen: map[string]int64{}, Sums: map[string]string{}}, nil
	}
	if err != nil {
		return nil, storage("read the remembered index", err)
	}
	kept := &keptFile{}
	if err := json.Unmarshal(data, kept); err != nil {
		if err := os.Rename(path, path+".broken"); err != nil {
			return nil, storage("set the remembered index aside", err)
		}
		kept = &keptFile{}
	}
	if kept.Seen == nil {
		kept.Seen = map[string]int64{}
	}
	if kept.Sums == nil {
		kept.Sums = map[string]string{}
	}
	return kept, nil
}

func (c *Client) keep(kept *keptFile, at location, index *Index, data, signature []byte, fetched time.Time) error {
	kept.Address, kept.Fetched, kept.Index, kept.Signature = at.String(), fetched, data, signature
	kept.Seen[index.Key], kept.Sums[index.Key] = index.Sequence, sum(data)
	text, err := json.Marshal(kept)
	if err != nil {
		return storage("remember the index", err)
	}
	if err := profile.Replace(filepath.Join(c.Folder, keptName), text); err != nil {
		return storage("remember the index", err)
	}
	return nil
}

// writeSynced writes, syncs and closes the file.
func writeSynced(file *os.File, data []byte) error {
	_, err := file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}
