import type { Piece, Searched } from './searched'
import style from './searched.module.css'
import { words } from './words'

/** The highlights of a search, hit by hit, with the words that matched. */
export function Highlights({ highlights, highlighted }: Searched) {
  const left = highlighted - highlights.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={style.highlights} aria-label={words.highlights} tabIndex={0}>
      <ol className="sel-text">
        {highlights.map(({ id, fields }, hit) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hits of different indices can have the same id.
          <li key={hit}>
            <span className="mono t2">{id}</span>
            <dl>
              {fields.map(({ name, fragments }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  {fragments.map((pieces, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: fragments have nothing but their order.
                    <dd key={at}>
                      <Fragment pieces={pieces} />
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {left > 0 && <p className="t2">{words.moreHits(left)}</p>}
    </section>
  )
}

function Fragment({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, marked }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their order.
    marked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
  )
}
