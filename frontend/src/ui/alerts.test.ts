// SPEC: APP-02
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

/**
 * The page's alerts with a dangerous button: file, whether it warns, and whether it has its own buttons. A DangerAlert
 * warns and shares its buttons with all others.
 */
function dangerous(): { file: string; warns: boolean; own: boolean }[] {
  const found = []
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx') || file.endsWith('.test.tsx')) continue
    const text = readFileSync(join(source, file), 'utf8')
    for (const [alert, kind] of text.matchAll(/<(Danger|)Alert\s[\s\S]*?<\/\1Alert>/g)) {
      const own = kind === ''
      if (!own || /\bdanger\b/.test(alert)) found.push({ file, own, warns: !own || /^\s+warns\b/m.test(alert) })
    }
  }
  return found
}

it('asks before edits are lost or documents deleted as it does of everything else', () => {
  expect(dangerous().filter(({ file, own }) => own && file.startsWith('features/edits/'))).toEqual([])
})

it('an alert by which something is lost is an alert dialog, which a press outside leaves open', () => {
  const alerts = dangerous()
  expect(alerts.length).toBeGreaterThan(5)
  expect(alerts.filter(({ warns }) => !warns)).toEqual([])
})
