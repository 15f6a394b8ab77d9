package console

import (
	"bytes"
	"cmp"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// content is what a response's bytes are. It is written as they arrive.
type content struct {
	start   []byte // of the response
	damaged int64  // bytes that are not valid UTF-8
	cut     []byte // of a character that the last write ended in
	null    bool   // there is a byte that no text has
}

// startBytes is how many bytes [http.DetectContentType] looks at.
const startBytes = 512

// Write implements [io.Writer].
func (c *content) Write(p []byte) (int, error) {
	if room := startBytes - len(c.start); room > 0 {
		c.start = append(c.start, p[:min(room, len(p))]...)
	}
	c.null = c.null || bytes.IndexByte(p, 0) >= 0
	rest := p
	if len(c.cut) > 0 {
		rest = append(c.cut, p...)
	}
	end := len(rest) - tail(rest)
	c.damaged += damage(rest[:end])
	c.cut = append([]byte(nil), rest[end:]...)
	return len(p), nil
}

// tail returns how many bytes at the end of p begin a character that may go on.
func tail(p []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(p)); n++ {
		if last := p[len(p)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// damage returns how many bytes of p are not valid UTF-8.
func damage(p []byte) (n int64) {
	if utf8.Valid(p) {
		return 0
	}
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		if r == utf8.RuneError && size == 1 {
			n++
		}
		p = p[size:]
	}
	return n
}

// format is a kind of content.
type format struct{ name, file string }

// binaries are formats by the end of their media type: after the slash, or after a plus.
var binaries = map[string]format{
	"cbor": {"CBOR", "cbor"}, "smile": {"Smile", "smile"}, "vnd.apache.arrow.stream": {"Arrow", "arrow"},
	"gzip": {"gzip", "gz"}, "x-gzip": {"gzip", "gz"}, "zip": {"ZIP", "zip"}, "zstd": {"Zstandard", "zst"}, "pdf": {"PDF", "pdf"},
	"x-protobuf": {"Protobuf", "pb"}, "png": {"PNG", "png"}, "jpeg": {"JPEG", "jpg"}, "gif": {"GIF", "gif"}, "webp": {"WebP", "webp"},
}

// texts are the names of files by the end of the media type of a text.
var texts = map[string]string{
	"json": "json", "x-ndjson": "jsonl", "ndjson": "jsonl", "jsonl": "jsonl", "yaml": "yaml", "x-yaml": "yaml", "csv": "csv", "tab-separated-values": "tsv",
	"html": "html", "xml": "xml", "javascript": "js", "x-www-form-urlencoded": "txt",
}

// codings are formats by their Content-Encoding. The transport decodes gzip alone.
var codings = map[string]format{"br": {"Brotli", "br"}, "deflate": {"deflate", "zz"}, "zstd": {"Zstandard", "zst"}, "compress": {"compress", "Z"}}

// describe returns what a response with these headers is: the name of its format if it is not text, and a name for a file of it.
func (c *content) describe(h http.Header) (binary, file string) {
	c.damaged += damage(c.cut)
	c.cut = nil
	f := c.format(h)
	if len(c.start) == 0 {
		f.name = ""
	}
	if f.name != "" {
		c.damaged = 0
	}
	return f.name, "response." + f.file
}

// format returns the format of a response; the name of a text is "".
func (c *content) format(h http.Header) format {
	if coding := strings.ToLower(strings.TrimSpace(h.Get("Content-Encoding"))); coding != "" && coding != "identity" {
		return cmp.Or(codings[coding], format{coding, "bin"})
	}
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		media = ""
	}
	kind, end := parts(media)
	_, seen := parts(http.DetectContentType(c.start))
	switch file := texts[end]; {
	case binaries[end].name != "":
		return binaries[end]
	case seen == "x-gzip":
		return binaries[seen]
	case file != "" || kind == "text":
		return format{"", cmp.Or(file, "txt")}
	case binaries[seen].name != "":
		return binaries[seen]
	case c.damaged == 0 && !c.null && kind != "image" && kind != "audio" && kind != "video" && kind != "font":
		return format{"", "txt"}
	case media == "", media == "application/octet-stream":
		return format{"binary data", "bin"}
	}
	return format{media, "bin"}
}

// parts returns what is before the slash of a media type and what it ends with, after the slash or a plus.
func parts(media string) (kind, end string) {
	kind, end, _ = strings.Cut(media, "/")
	end, _, _ = strings.Cut(end, ";")
	return kind, end[strings.LastIndexByte(end, '+')+1:]
}
