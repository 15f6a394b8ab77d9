import { useEffect, useState } from 'react'
import { type JsonTree, readTreeSlowly } from '../viewer/json'
import { noMatches } from '../viewer/search'
import { TextView } from '../viewer/TextView'

interface TextLinesProps {
  label: string
  text: string
  language: 'json' | 'text'
}

/** A text in lines: JSON with one member on each, every digit as it was sent. */
export function TextLines({ label, text, language }: TextLinesProps) {
  const [tree, setTree] = useState<JsonTree | null>(null)
  useEffect(() => {
    const end = new AbortController()
    if (language === 'json') void readTreeSlowly(text, end.signal).then((read) => read && setTree(read))
    return () => end.abort()
  }, [text, language])
  const shown = language === 'json' && tree?.text === text ? tree : null
  return <TextView label={label} text={text} tree={shown} wrap matches={noMatches} current={-1} />
}
