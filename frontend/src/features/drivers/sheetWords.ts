/**
 * The sentences of the sheets and panes about drivers and their registry, loaded with those and not with the first
 * screen.
 */
export const sheetWords = {
  download: 'Do you want to download and install it now?',
  choosePackage: 'Choose a driver package',
  fromFile: 'Install from File',
  aboutFile: 'A driver package (.qdrv) from this computer. It is verified like a registry driver.',
  packagePath: 'Package path',
  switchedOff: 'Open connections stay open. You cannot open new ones until the driver is turned on.',
  choose: 'Choose a Database',
  aboutChoice: 'Pick the type of database you want to connect to.',
  searchDatabases: 'Search databases',
  noDatabases: 'The registry offers no databases.',
  uninstalled: 'Its connections stay saved. Opening one installs the driver again.',
  noneInstalled: 'No driver is installed',
  driver: 'A driver lets Quarry talk to one kind of database. It is installed when you first need it, or in advance.',
  nothingInstalled: 'Nothing was installed.',
  searchRegistry: 'Search the registry',
  aboutRegistry: 'Drivers come from a registry that you or your organisation trust.',
  chooseIndex: 'Choose a registry index',
  registry: 'Driver Registry',
  registryAddress: 'Registry address',
  aboutAddress: 'The address of its index.json: an https URL, or a file’s path.',
  verified: 'Its signature is verified before the address is saved.',
}

/** The titles of the questions and messages about one driver. */
export const driverTitles = {
  downloading: (title: string) => `Downloading the ${title} driver…`,
  failed: (title: string) => `The ${title} driver was not installed`,
  changed: (title: string) => `The ${title} driver was changed`,
  missing: (title: string) => `The ${title} driver is not installed`,
  sample: (title: string) => `Sample data needs the ${title} driver`,
  uninstall: (title: string) => `Uninstall the ${title} driver?`,
  activate: (title: string, version: string) => `Activate ${title} ${version} now?`,
}
