export const words = {
  unsaved:
    'Changes that are not saved to the cluster are stored in the profile, so that they survive a crash. Turning this off deletes the stored changes.',
  secrets: 'Passwords, keys and passphrases are not stored anywhere else.',
  network: 'Quarry talks to your clusters and to the driver registry, and to nothing else. It sends no usage data.',
  profile: 'Connections, settings and drivers are stored in this folder.',
}
