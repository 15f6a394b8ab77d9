package connections

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
)

var (
	cloudIDPattern   = regexp.MustCompile(`^([^:\s/]*):([A-Za-z0-9+/]{16,}={0,2})$`)
	cloudPartPattern = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)
)

// ParseAddress parses a pasted address: a URL, as ParseURL does, or a Cloud ID.
func ParseAddress(text string) (Address, error) {
	if match := cloudIDPattern.FindStringSubmatch(strings.TrimSpace(text)); match != nil {
		return parseCloudID(match[1], match[2])
	}
	return ParseURL(text)
}

// parseCloudID parses a Cloud ID, name:base64, whose second part decodes to domain[:port]$cluster[:port]$ and more
// (Elastic Cloud, "Find your Cloud ID"). The default port is 443.
func parseCloudID(name, encoded string) (Address, error) {
	invalid := refused("This is not a Cloud ID.", "Copy the whole Cloud ID, or enter the host of the cluster.")
	plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
	if err != nil {
		return Address{}, invalid
	}
	parts := strings.Split(string(plain), "$")
	if len(parts) < 2 {
		return Address{}, invalid
	}
	domain, port, _ := strings.Cut(parts[0], ":")
	cluster, own, _ := strings.Cut(parts[1], ":")
	if own != "" {
		port = own
	}
	if !cloudPartPattern.MatchString(domain) || !cloudPartPattern.MatchString(cluster) {
		return Address{}, invalid
	}
	a := Address{Scheme: "https", Host: cluster + "." + domain, Port: 443, Name: name, CloudID: true}
	if port != "" {
		if a.Port, err = strconv.Atoi(port); err != nil || a.Port < 1 || a.Port > 65535 {
			return Address{}, invalid
		}
	}
	return a, nil
}
