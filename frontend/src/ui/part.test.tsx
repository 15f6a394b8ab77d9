import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { part } from './part'

const Label = part('span', 'label', 'base', { bold: 'thick', quiet: 'faint' })

it('A part is an element with its name, its class, and one for each of its looks', () => {
  const { container } = render(
    <>
      <Label id="plain">a</Label>
      <Label bold className="wide">
        b
      </Label>
      <Label as="button" type="button" tone="quiet" bold={false} data-part="other">
        c
      </Label>
      <Label tone="">d</Label>
    </>,
  )
  expect([...container.children].map((one) => one.outerHTML)).toEqual([
    '<span data-part="label" class="base" id="plain">a</span>',
    '<span data-part="label" class="base thick wide">b</span>',
    '<button data-part="other" class="base faint" type="button">c</button>',
    '<span data-part="label" class="base">d</span>',
  ])
})
