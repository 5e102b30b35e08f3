import { expect, test } from 'vitest'
import { joinFileFields, toFileFields } from './file-fields.ts'

test('lists descriptions in the order of the files, without files that are not on the server', () => {
  const files = [
    { media_id: 'a', alt_text: null },
    { media_id: null, alt_text: 'Not sent' },
    { media_id: 'b', alt_text: 'A ledge' },
    { media_id: 'c' },
  ]
  expect(toFileFields(files)).toEqual({ media_ids: ['a', 'b', 'c'], alt_texts: [null, 'A ledge', null] })
})

test('sends no descriptions if nothing was described, and empty ones that were removed', () => {
  expect(toFileFields([{ media_id: 'a', alt_text: null }])).toEqual({ media_ids: ['a'] })
  expect(toFileFields([{ media_id: 'a', alt_text: '' }])).toEqual({ media_ids: ['a'], alt_texts: [''] })
})

test('appends files, and their descriptions if any has one', () => {
  expect(joinFileFields({ media_ids: ['a'] }, { media_ids: ['b'] })).toEqual({ media_ids: ['a', 'b'] })
  expect(joinFileFields({ media_ids: ['a'] }, { media_ids: ['b'], alt_texts: ['Rail'] })).toEqual({
    media_ids: ['a', 'b'],
    alt_texts: [null, 'Rail'],
  })
})
