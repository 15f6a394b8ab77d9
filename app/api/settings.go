package api

import (
	"context"

	"quarry/backend/profile/settings"
	"quarry/backend/profile/unsaved"
)

// Settings are the user's choices for the whole application.
type Settings struct {
	calls   *Calls
	store   *settings.Store
	drafts  *unsaved.Store
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
	Profile string `json:"profile"` // the user's folder
	Secrets string `json:"secrets"` // where secrets are kept: system or memory
	Notice  string `json:"notice"`  // about a settings file that could not be read

	KeepUnsaved bool `json:"keepUnsaved"` // unsaved edits are written to the profile
}

// Get returns what the settings sheet shows.
func (s *Settings) Get(q SettingsRequest) (SettingsInfo, error) {
	return call(s.calls, q.Call, func(context.Context) (SettingsInfo, error) {
		return s.info()
	})
}

// KeepUnsavedRequest carries whether unsaved edits are written to the profile.
type KeepUnsavedRequest struct {
	Call string `json:"call"`
	Keep bool   `json:"keep"`
}

// SetKeepUnsaved saves whether unsaved edits are written to the profile. If not, it removes existing ones.
func (s *Settings) SetKeepUnsaved(q KeepUnsavedRequest) (SettingsInfo, error) {
	return call(s.calls, q.Call, func(context.Context) (SettingsInfo, error) {
		if err := s.store.Change(func(at *settings.Settings) { at.ForgetUnsaved = !q.Keep }); err != nil {
			return SettingsInfo{}, err
		}
		if !q.Keep {
			if err := s.drafts.Clear(); err != nil {
				return SettingsInfo{}, err
			}
		}
		return s.info()
	})
}

func (s *Settings) info() (SettingsInfo, error) {
	at, err := s.store.Get()
	if err != nil {
		return SettingsInfo{}, err
	}
	info := SettingsInfo{Version: Version, Profile: s.profile, Secrets: "system", Notice: s.store.Notice(), KeepUnsaved: !at.ForgetUnsaved}
	if s.memory {
		info.Secrets = "memory"
	}
	return info, nil
}
