import { expect, test } from 'vitest'
import { readOpenItem, withOpenItem } from './lightbox-address.ts'

const post_id = '01a1fea2-346c-7231-872a-689aece5bf7d'

test('C-25 writes the open item into the address and reads it back', () => {
  const open = { post_id, media_index: 12, comments: true }
  const search = withOpenItem({ filter: 'followed' }, open)
  expect(search).toEqual({ filter: 'followed', item: `${post_id}.12`, comments: '1' })
  expect(readOpenItem(search)).toEqual(open)
  expect(withOpenItem(search, { ...open, comments: false })).toEqual({
    filter: 'followed',
    item: `${post_id}.12`,
  })
})

test('C-25 closing preserves the rest of the address', () => {
  expect(withOpenItem({ q: 'ledge', item: `${post_id}.0`, comments: '1' }, null)).toEqual({ q: 'ledge' })
})

test('ignores an invalid item in the address', () => {
  for (const item of [
    undefined,
    1,
    '',
    'x.1',
    post_id,
    `${post_id}.`,
    `${post_id}.-1`,
    `${post_id}.1000`,
    `${post_id}.1 `,
  ])
    expect(readOpenItem({ item })).toBeNull()
  expect(readOpenItem({ item: `${post_id.toUpperCase()}.0` })).toEqual({
    post_id,
    media_index: 0,
    comments: false,
  })
})
