import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/index.css'
import { openHost, reloadPage } from './host'
import { guardLeaving } from './host/browser'
import { inWindow, onMenuCommand, onQuit } from './host/window'
import { startReading } from './lib/textSize'
import { ThemeSwitch } from './lib/theme'
import { App } from './shell/App'
import { FaultBoundary } from './shell/FaultBoundary'
import { Later } from './shell/later'
import { followMenuBar } from './shell/menuBar'
import { Shell } from './shell/store'
import { followTitle } from './shell/title'

const themes = new ThemeSwitch(document.documentElement)
startReading(document.documentElement)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element with the id root')
const late = new Later(() => import('./shell/late'))
const host = openHost()
const shell = new Shell(host, themes, late)
void shell.start()
createRoot(root).render(
  <StrictMode>
    <FaultBoundary onReload={() => reloadPage(host)}>
      <App shell={shell} late={late} />
    </FaultBoundary>
  </StrictMode>,
)
onMenuCommand((name, text) => shell.commands.run(name, text))
if (inWindow()) followMenuBar(shell.commands, shell.host)
if (inWindow()) onQuit(() => void shell.quitting.asked())
else guardLeaving(() => shell.quitting.losses().length > 0)
addEventListener('focus', () => void shell.returned())
followTitle(shell.workspaces.store)
