// SPEC: APP-01
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open as openFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newHome } from './app.mjs'
import { openSilence } from './servers.mjs'
import { until } from './until.mjs'
import { keys } from './webdriver.mjs'

/** Writes a text into a pipe for its waiting reader, and replaces the pipe with a file for later readers. */
async function release(pipe, text) {
  const end = await openFile(pipe, 'w')
  await writeFile(`${pipe}.new`, text)
  await rename(`${pipe}.new`, pipe)
  await end.writeFile(text)
  await end.close()
}

export const tests = [
  {
    name: 'the window can be used before anything was read from disk or network',
    run: async ({ open, after, assert }) => {
      const silence = await openSilence()
      after(silence.close)
      const home = newHome()
      const files = ['connections.json', 'settings.json'].map((name) => join(home, 'profile', name))
      // Reading these blocks until someone writes.
      for (const file of files) execFileSync('mkfifo', [file])
      const app = await open({ home, registry: silence.url })
      assert.deepEqual(app.desktop.size(), { width: 1280, height: 800 })
      await app.desktop.shot(app.page, '01-start')
      await app.page.fill('Search connections', 'slow')
      assert.deepEqual(await app.page.focused(), { role: 'input', name: 'Search connections' })
      await app.page.click('button', /^New Connection/)
      await app.page.find('heading', 'Choose a Database')
      await until('the registry is asked', () => silence.callers.size > 0)
      await app.desktop.shot(app.page, '01-start-choose')
      await app.page.press(keys.Escape)
      await app.page.readsNoMore('Choose a Database')
      assert.ok(!(await app.page.text()).includes('No connections yet'))
      await Promise.all([release(files[0], '{"connections":[]}'), release(files[1], '{"theme":"dark"}')])
      await app.page.reads('No connections yet')
      assert.equal(await app.page.run(() => document.documentElement.dataset.theme), 'dark')
      await app.desktop.shot(app.page, '01-start-read')
    },
  },
  {
    name: 'the page is set in the font of the desktop, and the webview keeps its files in the profile',
    run: async ({ open, assert }) => {
      const home = newHome()
      const settings = join(home, 'config', 'gtk-3.0')
      await mkdir(settings, { recursive: true })
      await writeFile(join(settings, 'settings.ini'), '[Settings]\ngtk-font-name=Liberation Serif, Bold 11\n')
      const app = await open({ home })
      const face = await app.page.run(() => getComputedStyle(document.querySelector('button')).fontFamily)
      assert.match(face, /^"?Liberation Serif"?, Inter,/)
      await until('the webview has a folder', () => existsSync(join(app.profile, 'WebKit', 'data')))
      for (const place of ['data', 'cache']) assert.ok(!existsSync(join(home, place, 'quarry')), place)
    },
  },
]
