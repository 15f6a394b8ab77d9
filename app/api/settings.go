package api

import (
	"context"

	"quarry/backend/settings"
)

// Settings are the user's choices for the whole application.
type Settings struct {
	calls   *Calls
	store   *settings.Store
	profile string
	memory  bool // secrets are kept in memory only
}

// SettingsRequest requests the settings.
type SettingsRequest struct {
	Call string `json:"call"`
}

// SettingsInfo is what the settings sheet shows.
type SettingsInfo struct {
	Version string `json:"version"`
	Profile string `json:"profile"` // folder of the user
	Secrets string `json:"secrets"` // where secrets are kept: system or memory
	Notice  string `json:"notice"`  // about a settings file that could not be read
}

// Get returns what the settings sheet shows.
func (s *Settings) Get(q SettingsRequest) (SettingsInfo, error) {
	return call(s.calls, q.Call, func(context.Context) (SettingsInfo, error) {
		if _, err := s.store.Get(); err != nil {
			return SettingsInfo{}, err
		}
		info := SettingsInfo{Version: Version, Profile: s.profile, Secrets: "system", Notice: s.store.Notice()}
		if s.memory {
			info.Secrets = "memory"
		}
		return info, nil
	})
}
