// SPEC: APP-02
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

/** The alerts of the page with a button for what is dangerous, each with its file and whether it warns. */
function dangerous(): { file: string; warns: boolean }[] {
  const found = []
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx') || file.endsWith('.test.tsx')) continue
    for (const [alert] of readFileSync(join(source, file), 'utf8').matchAll(/<Alert\s[\s\S]*?<\/Alert>/g))
      if (/\bdanger\b/.test(alert)) found.push({ file, warns: /^\s+warns\b/m.test(alert) })
  }
  return found
}

it('an alert by which something is lost is an alert dialog, which a press outside leaves open', () => {
  const alerts = dangerous()
  expect(alerts.length).toBeGreaterThan(5)
  expect(alerts.filter(({ warns }) => !warns)).toEqual([])
})
