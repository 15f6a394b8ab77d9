package registry

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quarry/backend/profile"
	"quarry/backend/system/files"
)

// keptName is the profile's file with the last verified index. It is a single file, so that index and signature always
// match.
const keptName = "registry.json"

// seenName is the profile's file with only the sequences. It survives a damaged index file, so that an older index is
// still refused.
const seenName = "registry-seen.json"

type seenFile struct {
	Seen map[string]int64  `json:"seen"`
	Sums map[string]string `json:"sums"`
}

type keptFile struct {
	Address   string            `json:"address"`
	Fetched   time.Time         `json:"fetched"`
	Seen      map[string]int64  `json:"seen"` // highest sequence by key fingerprint
	Sums      map[string]string `json:"sums"` // SHA-256 of the index with that sequence
	Index     []byte            `json:"index"`
	Signature []byte            `json:"signature"`
}

// readKept reads the file; the result is empty if there is none. A file that is not valid JSON is renamed. It locks the
// file, until keep, so that no other window's sequence is lost in between.
func (c *Client) readKept() (*keptFile, error) {
	path := filepath.Join(c.Folder, keptName)
	kept := &keptFile{}
	data, err := files.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, storage("read the saved index", err)
	case json.Unmarshal(data, kept) != nil:
		if _, err := profile.SetAside(path); err != nil {
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
	return kept, c.readSeen(kept)
}

// readSeen adds the sequences from their own file. A file that is not valid JSON is renamed.
func (c *Client) readSeen(kept *keptFile) error {
	path := filepath.Join(c.Folder, seenName)
	data, err := files.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return storage("read the sequences of the saved index", err)
	}
	var own seenFile
	if json.Unmarshal(data, &own) != nil {
		if _, err := profile.SetAside(path); err != nil {
			return storage("rename the sequences of the saved index", err)
		}
		return nil
	}
	for key, sequence := range own.Seen {
		if sequence > kept.Seen[key] {
			kept.Seen[key], kept.Sums[key] = sequence, own.Sums[key]
		}
	}
	return nil
}

func (c *Client) keep(kept *keptFile, at location, index *Index, data, signature []byte, fetched time.Time) error {
	kept.Address, kept.Fetched, kept.Index, kept.Signature = at.String(), fetched, data, signature
	kept.Seen[index.Key], kept.Sums[index.Key] = index.Sequence, sum(data)
	if err := c.write(seenName, seenFile{kept.Seen, kept.Sums}); err != nil {
		return err
	}
	return c.write(keptName, kept)
}

func (c *Client) write(name string, content any) error {
	text, err := json.Marshal(content)
	if err == nil {
		err = profile.Replace(filepath.Join(c.Folder, name), text)
	}
	if err != nil {
		return storage("save the index", err)
	}
	return nil
}

// writeSynced writes, syncs and closes the file.
func writeSynced(file *os.File, data []byte) error {
	_, err := file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}
