package console

import (
	"bytes"
	"cmp"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// content finds out what a response's bytes are, as they arrive.
type content struct {
	start   []byte // first bytes of the response
	damaged int64  // number of bytes that are not valid UTF-8
	cut     []byte // beginning of a character that the last write cut
	null    bool   // it has a zero byte, which text never has
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

// tail returns how many bytes at the end of p begin an incomplete character.
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

// binaries has formats by the end of their media type: after the slash, or after a plus.
var binaries = map[string]format{
	"cbor": {"CBOR", "cbor"}, "smile": {"Smile", "smile"}, "vnd.apache.arrow.stream": {"Arrow", "arrow"},
	"gzip": {"gzip", "gz"}, "x-gzip": {"gzip", "gz"}, "zip": {"ZIP", "zip"}, "zstd": {"Zstandard", "zst"}, "pdf": {"PDF", "pdf"},
	"x-protobuf": {"Protobuf", "pb"}, "png": {"PNG", "png"}, "jpeg": {"JPEG", "jpg"}, "gif": {"GIF", "gif"}, "webp": {"WebP", "webp"},
}

// texts has file names by the end of a text's media type.
var texts = map[string]string{
	"json": "json", "x-ndjson": "jsonl", "ndjson": "jsonl", "jsonl": "jsonl", "yaml": "yaml", "x-yaml": "yaml", "csv": "csv", "tab-separated-values": "tsv",
	"html": "html", "xml": "xml", "javascript": "js", "x-www-form-urlencoded": "txt",
}

// codings has formats by Content-Encoding. The transport only decodes gzip.
var codings = map[string]format{"br": {"Brotli", "br"}, "deflate": {"deflate", "zz"}, "zstd": {"Zstandard", "zst"}, "compress": {"compress", "Z"}}

// describe returns the format of a response with these headers, "" for text, and a file name for it.
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

// format returns the format of a response; a text has the name "".
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

// parts splits a media type: what is before the slash, and what is after it or after a plus.
func parts(media string) (kind, end string) {
	kind, end, _ = strings.Cut(media, "/")
	end, _, _ = strings.Cut(end, ";")
	return kind, end[strings.LastIndexByte(end, '+')+1:]
}
