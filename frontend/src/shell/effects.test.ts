import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Effects and refs that return the result of a webview call: React takes it for their clean-up, and it can be a
 * promise.
 */
const returning = /(?:Effect\(|ref=\{)\(\w*\) => (?!void\b|\{)[^\n]*\.(?:focus|blur|select|click|scroll\w*|animate)\b/g

it('No effect and no ref returns what a call of the webview gives', () => {
  expect('useEffect(() => row.current?.scrollIntoView(), [at])'.match(returning)).not.toBeNull()
  expect('ref={(field) => field?.focus()}'.match(returning)).not.toBeNull()
  expect('useEffect(() => void row.current?.focus(), [])'.match(returning)).toBeNull()
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx$/.test(path),
  )
  const found = paths.flatMap((path) =>
    [...readFileSync(join('src', path), 'utf8').matchAll(returning)].map(([part]) => `${path}: ${part}`),
  )
  expect(found).toEqual([])
})
