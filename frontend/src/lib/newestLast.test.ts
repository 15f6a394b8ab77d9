import { expect, it } from 'vitest'
import { newestLast } from './newestLast'

it('sends the newest value after the one that is under way, and nothing in between', async () => {
  const sent: number[] = []
  const arrived: (() => void)[] = []
  const send = newestLast((value: number) => {
    sent.push(value)
    return new Promise<void>((done) => void arrived.push(done))
  })
  const all = [send(1), send(2), send(3)]
  expect(sent).toEqual([1])
  arrived[0]?.()
  await Promise.resolve()
  expect(sent).toEqual([1, 3])
  arrived[1]?.()
  await Promise.all(all)
  void send(4)
  expect(sent).toEqual([1, 3, 4])
})
