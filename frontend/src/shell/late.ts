// What the window does not show first: everything that lies over it, and open connections. The build puts this module
// and what only it needs into a file of its own, which is read when the first screen is painted.
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
