import { splitEnd } from '../lib/words'

/** A name on one line; one that is too long is cut in the middle, since its end tells it apart. */
export function Middle({ text, className = '' }: { text: string; className?: string }) {
  const [head, tail] = splitEnd(text)
  return (
    <span className={`middle ${className}`} title={text}>
      <span className="ell">{head}</span>
      {tail !== '' && <span>{tail}</span>}
    </span>
  )
}
