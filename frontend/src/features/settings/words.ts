export const words = {
  unsaved:
    'Changes that are not saved to the cluster are stored in the profile, so that they survive a crash. Turning this off deletes the stored changes.',
  secrets: 'Passwords, keys and passphrases are not stored anywhere else.',
  network: 'Quarry connects only to your clusters and the driver registry. It sends no usage data.',
  profile: 'Connections, settings and drivers are stored in this folder.',
}
