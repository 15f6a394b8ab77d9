import type { KeyPlan } from '../../host'
import { CodeText } from '../../ui/CodeText'
import { syntax } from '../../ui/code/syntax'
import style from './keys.module.css'

/** A request as it will be sent. */
export function KeyRequest({ plan: { method, path, query, body } }: { plan: KeyPlan }) {
  return (
    <CodeText boxed className={`sel-text ${style.request}`}>
      <span className={syntax.method}>{method}</span> {path}
      {query === '' ? '' : `?${query}`}
      {body === '' ? '' : `\n${body}`}
    </CodeText>
  )
}
