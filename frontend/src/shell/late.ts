// What the first screen does not need: sheets, alerts and open connections. The build puts this module and its own
// dependencies into a separate file, which is loaded once the first screen is painted. Loading it earlier delays the
// first paint. The first file has a copy of the bundler's own code (inlineHelpers), so that nothing else is fetched
// before that, and its toolbars and tooltips are a few lines of our own code. The page's files are embedded compressed
// and unpacked when they are needed. A menu that is requested too early opens once it has loaded.
export { WorkspaceView } from '../features/browse/WorkspaceView'
export { Workspace } from '../features/browse/workspace'
export { askSecrets } from '../features/connections/asking'
export { ExportSheet } from '../features/export/ExportViews'
export { UnsavedAlert } from '../features/tabs/UnsavedAlert'
export { Tip } from '../ui/Tip'
export { Menus } from './Menus'
export { Overlays } from './Overlays'
export { reopen } from './reopen'
export { tabKinds } from './tabKinds'
export { WorkspaceTools } from './WorkspaceTools'
