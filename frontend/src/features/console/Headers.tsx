import type { ConsoleResponse } from '../../host'
import style from './console.module.css'

/** The headers of a response. */
export function Headers({ headers }: Pick<ConsoleResponse, 'headers'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={style.headers} aria-label="Response headers" tabIndex={0}>
      <dl className="sel-text">
        {headers.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header can come twice with the same value.
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
