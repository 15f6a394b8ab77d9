export const words = {
  unsaved:
    'Unsaved changes are stored in your profile, so they survive a crash. Turning this off deletes the stored changes.',
  secrets: 'Passwords, keys and passphrases are not stored anywhere else.',
  network: 'Quarry connects only to your clusters and the driver registry. It sends no usage data.',
  profile: 'Connections, settings and drivers are stored in this folder.',
}
