package sample

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Loader writes sample indices into a real engine.
type Loader struct {
	URL            string // of the engine, with or without a final slash
	User, Password string // basic authentication; no header if User is empty
	Replace        bool   // delete indices of the same names first
	Shards         int    // primary shards per index; 0 means one
	Report         io.Writer
	Client         *http.Client // nil means http.DefaultClient
}

// batchBytes is the size at which a bulk request is sent.
const batchBytes = 4 << 20

// Load creates and fills every index. If an index already exists and Replace is not set, it fails and changes nothing.
func (l *Loader) Load(ctx context.Context, data []Index) error {
	version, err := l.version(ctx)
	if err != nil {
		return err
	}
	if err := l.clear(ctx, data); err != nil {
		return err
	}
	for _, x := range data {
		if err := l.one(ctx, x, version); err != nil {
			return fmt.Errorf("load the index %s: %w", x.Name, err)
		}
		l.printf("%s: %d documents\n", x.Name, len(x.Docs))
	}
	return nil
}

func (l *Loader) printf(format string, a ...any) {
	if l.Report != nil {
		_, _ = fmt.Fprintf(l.Report, format, a...) // if the report fails, the load continues
	}
}

func (l *Loader) version(ctx context.Context) (string, error) {
	body, status, err := l.send(ctx, http.MethodGet, "/", nil)
	if err != nil {
		return "", err
	}
	var root struct {
		Version struct {
			Number string `json:"number"`
		} `json:"version"`
	}
	if status != http.StatusOK {
		return "", fmt.Errorf("read the engine's version: status %d: %s", status, reason(body))
	}
	if err := json.Unmarshal(body, &root); err != nil {
		return "", fmt.Errorf("read the engine's version: %w", err)
	}
	return root.Version.Number, nil
}

// clear checks for indices of the same names before anything is written, and deletes them if Replace is set.
func (l *Loader) clear(ctx context.Context, data []Index) error {
	var there []string
	for _, x := range data {
		_, status, err := l.send(ctx, http.MethodHead, "/"+url.PathEscape(x.Name), nil)
		if err != nil {
			return err
		}
		switch status {
		case http.StatusOK:
			there = append(there, x.Name)
		case http.StatusNotFound:
		default:
			return fmt.Errorf("look for the index %s: status %d", x.Name, status)
		}
	}
	if len(there) > 0 && !l.Replace {
		return fmt.Errorf("%s: there already (give --replace to delete first)", strings.Join(there, ", "))
	}
	for _, name := range there {
		if err := l.want(ctx, http.MethodDelete, "/"+url.PathEscape(name), nil); err != nil {
			return err
		}
		l.printf("%s: deleted\n", name)
	}
	return nil
}

func (l *Loader) one(ctx context.Context, x Index, version string) error {
	settings := fmt.Sprintf(`{"number_of_shards":%d,"number_of_replicas":0,"refresh_interval":-1}`, max(1, l.Shards))
	create := new(object).raw("settings", settings).raw("mappings", string(x.MappingFor(version)))
	if err := l.want(ctx, http.MethodPut, "/"+url.PathEscape(x.Name), []byte(create.String())); err != nil {
		return err
	}
	var batch bytes.Buffer
	for i, d := range x.Docs {
		action := new(object).str("_id", d.ID)
		if d.Routing != "" {
			action.str("routing", d.Routing)
		}
		batch.WriteString(new(object).obj("index", action).String() + "\n")
		batch.Write(d.Source) // on one line: a bulk line ends at the first line break
		batch.WriteByte('\n')
		if batch.Len() < batchBytes && i < len(x.Docs)-1 {
			continue
		}
		if err := l.bulk(ctx, x.Name, batch.Bytes()); err != nil {
			return err
		}
		batch.Reset()
	}
	if err := l.want(ctx, http.MethodPost, "/"+url.PathEscape(x.Name)+"/_refresh", nil); err != nil {
		return err
	}
	return l.want(ctx, http.MethodPut, "/"+url.PathEscape(x.Name)+"/_settings", []byte(`{"index":{"refresh_interval":null}}`))
}

// bulk sends one batch and checks every item's result.
func (l *Loader) bulk(ctx context.Context, name string, lines []byte) error {
	body, status, err := l.send(ctx, http.MethodPost, "/"+url.PathEscape(name)+"/_bulk", lines)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("send a bulk request: status %d: %s", status, reason(body))
	}
	var response struct {
		Errors bool
		Items  []map[string]struct {
			ID    string `json:"_id"`
			Error json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &response); err != nil {
		return fmt.Errorf("read a bulk answer: %w", err)
	}
	if sent := bytes.Count(lines, []byte("\n")) / 2; len(response.Items) != sent {
		return fmt.Errorf("%d of %d documents were answered", len(response.Items), sent)
	}
	for _, item := range response.Items {
		for _, one := range item {
			if len(one.Error) > 0 {
				return fmt.Errorf("store the document %q: %s", one.ID, one.Error)
			}
		}
	}
	return nil
}

func (l *Loader) want(ctx context.Context, method, path string, body []byte) error {
	response, status, err := l.send(ctx, method, path, body)
	if err == nil && status >= 300 {
		err = fmt.Errorf("%s %s: status %d: %s", method, path, status, reason(response))
	}
	return err
}

func (l *Loader) send(ctx context.Context, method, path string, body []byte) ([]byte, int, error) {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(l.URL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return nil, 0, fmt.Errorf("make the request %s %s: %w", method, path, err)
	}
	if len(body) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	if strings.HasSuffix(path, "/_bulk") {
		r.Header.Set("Content-Type", "application/x-ndjson")
	}
	if l.User != "" {
		r.SetBasicAuth(l.User, l.Password)
	}
	client := l.Client
	if client == nil {
		client = http.DefaultClient
	}
	response, err := client.Do(r)
	if err != nil {
		return nil, 0, fmt.Errorf("send %s %s: %w", method, path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, 0, fmt.Errorf("read the response to %s %s: %w", method, path, err)
	}
	return text, response.StatusCode, nil
}

// reason returns the beginning of an error body.
func reason(body []byte) string {
	const most = 300
	if len(body) > most {
		return string(body[:most]) + "..."
	}
	return string(body)
}
