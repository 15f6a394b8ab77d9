/** A pane of the settings. */
export type SettingsPane = 'general' | 'plugins'
