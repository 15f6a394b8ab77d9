// Searches for a secret where it must not be.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder. */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The files below a folder that contain the secret, as is or as in a Basic authentication header. */
export function filesWith(folder, user, secret) {
  return filesBelow(folder).filter((file) => holds(readFileSync(file), user, secret))
}

/** Whether a text or the content of a file contains the secret. */
export function holds(content, user, secret) {
  const bytes = Buffer.from(content)
  const forms = [secret, Buffer.from(`${user}:${secret}`).toString('base64'), encodeURIComponent(secret)]
  return forms.some((form) => bytes.includes(form))
}
