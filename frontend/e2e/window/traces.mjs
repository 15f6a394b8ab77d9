// Looks for a secret where it must not be.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder. */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The files below a folder that hold the secret, as it is or as a header of Basic authentication carries it. */
export function filesWith(folder, user, secret) {
  return filesBelow(folder).filter((file) => holds(readFileSync(file), user, secret))
}

/** Tells whether a text or the content of a file holds the secret. */
export function holds(content, user, secret) {
  const bytes = Buffer.from(content)
  const forms = [secret, Buffer.from(`${user}:${secret}`).toString('base64'), encodeURIComponent(secret)]
  return forms.some((form) => bytes.includes(form))
}
