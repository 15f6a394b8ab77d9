// SPEC: APP-01
import { openRegistry } from './servers.mjs'
import { openSample } from './steps.mjs'
import { until } from './until.mjs'

export const tests = [
  {
    name: 'a page whose process dies is loaded again by itself, as often as it happens, and works as before',
    run: async ({ open, after, assert }) => {
      const registry = await openRegistry()
      after(registry.close)
      const app = await open({ registry: registry.url })
      await openSample(app, true)
      for (const time of ['first', 'second']) {
        const dead = await app.webProcess()
        process.kill(dead.pid, 'SIGKILL')
        await until('there is another web process', async () => (await app.webProcess()).pid !== dead.pid)
        await app.enter()
        await app.desktop.shot(app.page, `crash-${time}`)
        await openSample(app)
      }
      assert.deepEqual(await app.quit(), { code: 0, left: [] })
    },
  },
]
