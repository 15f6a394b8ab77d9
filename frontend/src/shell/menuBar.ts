import type { Registry } from '../commands/registry'
import type { Host } from '../host'

/** Dims the commands in the window's menu bar that cannot run on the current screen. */
export function followMenuBar(commands: Pick<Registry, 'watch' | 'missing'>, host: Pick<Host, 'call'>): void {
  let sent = ''
  const send = () => {
    const ids = commands.missing()
    if (ids.join() === sent) return
    sent = ids.join()
    void host.call('App.DimCommands', { ids }).catch(() => undefined)
  }
  commands.watch(send)
  send()
}
