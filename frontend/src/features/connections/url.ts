import type { FilledForm, TestReport } from '../../host'
import type { FormValues } from './form'

/** The form with the values from a URL. A typed name stays. */
export function withFilled(form: FormValues, filled: FilledForm): FormValues {
  const values = { ...form.values }
  for (const field of filled.fields) values[field.id] = field.value
  const typed = { ...form.typed }
  for (const secret of filled.secrets) typed[secret.id] = secret.value
  return { ...form, values, typed, name: form.name === '' ? filled.name : form.name }
}

/** True if a field became a URL in one step, such as by pasting; a URL being typed is left alone. */
export function isPastedURL(before: string, after: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\/\S/i.test(after) && Math.abs(after.length - before.length) > 1
}

/** True if a field became a Cloud ID in one step: a name, a colon and a long base64 word. */
export function isPastedCloudID(before: string, after: string): boolean {
  return /^\s*[^:\s/]*:[A-Za-z0-9+/]{16,}={0,2}\s*$/.test(after) && Math.abs(after.length - before.length) > 1
}

/** True for a text that can only be a URL. */
export function isURL(text: string): boolean {
  return isPastedURL('', text) && text.trim().length < 4096 && !/\s/.test(text.trim())
}

/** The form's message after a URL was put into it. */
export function takenReport(filled: FilledForm): TestReport {
  return { title: '', text: filled.text, warning: { title: '', text: '' }, notices: [], tls: null }
}
