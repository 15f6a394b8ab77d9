package registry

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quarry/backend/files"
	"quarry/backend/profile"
)

// keptName is the profile's file with the last verified index. It is a single file, so that index and signature always
// match.
const keptName = "registry.json"

type keptFile struct {
	Address   string            `json:"address"`
	Fetched   time.Time         `json:"fetched"`
	Seen      map[string]int64  `json:"seen"` // highest sequence by key fingerprint
	Sums      map[string]string `json:"sums"` // SHA-256 of the index with that sequence
	Index     []byte            `json:"index"`
	Signature []byte            `json:"signature"`
}

// readKept reads the file; the result is empty if there is none. A file that is not valid JSON is renamed. The file's
// lock is held from here until keep, so that no other window's sequence is lost in between.
func (c *Client) readKept() (*keptFile, error) {
	path := filepath.Join(c.Folder, keptName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &keptFile{Seen: map[string]int64{}, Sums: map[string]string{}}, nil
	}
	if err != nil {
		return nil, storage("read the saved index", err)
	}
	kept := &keptFile{}
	if err := json.Unmarshal(data, kept); err != nil {
		if err := files.Rename(path, path+".broken"); err != nil {
			return nil, storage("rename the saved index", err)
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
		return storage("save the index", err)
	}
	if err := profile.Replace(filepath.Join(c.Folder, keptName), text); err != nil {
		return storage("save the index", err)
	}
	return nil
}

// writeSynced writes, syncs and closes the file.
func writeSynced(file *os.File, data []byte) error {
	_, err := file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}
