// SPEC: APP-13
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { CommandsContext, useCommands } from './context'
import { Registry } from './registry'

afterEach(cleanup)

const start = () => new Registry({ mac: () => false, covered: () => false, tell: () => undefined })

it('a component carries out commands while it is shown, as it was rendered last', () => {
  const registry = start()
  const log: string[] = []
  function Rows({ name }: { name: string }) {
    useCommands('rows', { find: () => log.push(name) }, { without: { pane: `${name} has no panes` } })
    return null
  }
  const shown = (name: string) => (
    <CommandsContext value={registry}>
      <Rows name={name} />
    </CommandsContext>
  )
  const { rerender, unmount } = render(shown('first'))
  registry.run('find')
  rerender(shown('second'))
  registry.run('find')
  expect(log).toEqual(['first', 'second'])
  unmount()
  expect(registry.reason('find')).not.toBe('')
})

it('a pane has its commands while the focus is in it', () => {
  const registry = start()
  const log: string[] = []
  function Pane() {
    const pane = useRef<HTMLElement>(null)
    useCommands('pane', { find: () => log.push('pane') }, { within: pane })
    return (
      <section ref={pane}>
        <button type="button">inside</button>
      </section>
    )
  }
  const { getByRole } = render(
    <CommandsContext value={registry}>
      <Pane />
    </CommandsContext>,
  )
  registry.run('find')
  getByRole('button').focus()
  registry.run('find')
  expect(log).toEqual(['pane'])
})
