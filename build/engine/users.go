package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/crypto/bcrypt"
)

// addSuperuser creates a superuser with a random password. The password is written only to passwordFile (mode 600); the
// node's config folder gets its hash (file realm: users and users_roles).
func addSuperuser(config, name, passwordFile string) (password string, err error) {
	password = rand.Text()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.DefaultCost)
	if err != nil {
		return "", fmt.Errorf("hash the password: %w", err)
	}
	files := map[string]string{"users": name + ":" + string(hash) + "\n", "users_roles": "superuser:" + name + "\n"}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(config, file), []byte(text), 0o600); err != nil {
			return "", fmt.Errorf("write the node's users: %w", err)
		}
	}
	return password, writeSecret(passwordFile, password)
}

// writeSecret replaces file, so that an old one's wider mode or link does not remain.
func writeSecret(file, secret string) error {
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("replace the password file: %w", err)
	}
	opened, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make the password file: %w", err)
	}
	if _, err := opened.WriteString(secret + "\n"); err != nil {
		opened.Close()
		return fmt.Errorf("write the password file: %w", err)
	}
	return opened.Close()
}
