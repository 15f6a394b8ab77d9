import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { toHostError } from '../../host'
import { Button } from '../../ui/Button'
import { FindInText } from '../../ui/FindField'
import type { Find } from '../../ui/text/useFind'
import { useMessages } from '../../window/messages'
import type { Answered } from './state'
import type { ConsoleTab } from './tab'
import { foundInWords, words } from './words'

interface FindInResponseProps {
  tab: ConsoleTab
  outcome: Answered
  find: Find
}

/** The search field of a response: it searches the loaded part, or all of it on request. */
export function FindInResponse({ tab, outcome: { response, text }, find }: FindInResponseProps) {
  const { shown } = useStore(text.store)
  const messages = useMessages()
  const search = useRef<AbortController | null>(null)
  const [searching, setSearching] = useState(false)
  const [all, setAll] = useState('')
  const { text: sought, options } = find
  // biome-ignore lint/correctness/useExhaustiveDependencies: a count is of one text alone.
  useEffect(() => {
    setAll('')
    return () => search.current?.abort()
  }, [sought, options])
  const partly = shown < Number(response.size)
  const more = partly && all === '' && (text.left > 0 || !options.regex)
  const start = async () => {
    const end = new AbortController()
    search.current = end
    setSearching(true)
    try {
      const count = await tab.findAll(response, text, { text: sought, ...options }, end.signal)
      if (!end.signal.aborted) setAll(count)
    } catch (cause) {
      if (!end.signal.aborted) messages.tell(toHostError(cause).message)
    } finally {
      if (search.current === end) setSearching(false)
    }
  }
  return (
    <>
      <FindInText
        label="Find in response"
        width={160}
        find={find}
        found={foundInWords(find.words, partly ? shown : 0, response.size, all)}
      />
      {sought !== '' && more && !searching && !find.matches.invalid && (
        <Button quiet small onClick={() => void start()}>
          {words.searchAll}
        </Button>
      )}
      {searching && (
        <Button quiet small onClick={() => search.current?.abort()}>
          {words.cancelSearch}
        </Button>
      )}
    </>
  )
}
