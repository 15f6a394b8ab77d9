export const words = {
  unsaved:
    'Unsaved changes are stored in your profile, so they survive a crash. Turning this off deletes the stored changes.',
  secrets: 'Passwords, keys and passphrases are not stored anywhere else.',
  network: 'Quarry connects only to your clusters and the driver registry. It sends no usage data.',
  updates: 'Nothing is downloaded or installed unless you ask for it. Downloads are verified.',
  profile: 'Connections, settings and drivers are stored in this folder.',
}

/** The words of the policy pane. */
export const policyWords = {
  none: 'Your organisation has not set anything on this computer.',
  from: 'Read from',
  fromHint: 'Only an administrator can change it. Changes apply the next time Quarry starts.',
  nothing: 'The policy sets nothing.',
  closed: 'No connection can be opened and no driver can be installed. Ask your administrator to repair the policy.',
  safeMode: 'Safe mode',
  safeModes: { confirm: 'Confirm writes, or stricter', 'read-only': 'Read-only' } as Record<string, string>,
  safeModeHint: 'Applies to every connection.',
  hosts: 'Allowed hosts',
  hostsHint: 'Quarry connects to no other host. Sample data can always be opened.',
  registry: 'Driver registry',
  keys: 'Publisher keys',
  keysHint: 'Drivers signed with any other key are refused.',
  proxy: 'Registry proxy',
  proxyHint: 'Only requests to the driver registry use it.',
  updates: 'Updates',
  connections: 'Connections',
  connectionsHint: (organisation: string) => `They are in the group ${organisation} and cannot be changed.`,
}
