import { expect, it } from 'vitest'
import { kinds } from './fixture'
import { objectKindOf } from './objects'

it('an object of a kind that the driver does not describe is one that refers to others', () => {
  expect(objectKindOf({ kinds }, 'index')).toMatchObject({ plural: 'indices', refers: false })
  expect(objectKindOf({ kinds }, 'shadow')).toMatchObject({
    title: 'shadow',
    plural: 'shadow',
    icon: 'link',
    listed: '',
    refers: true,
  })
})
