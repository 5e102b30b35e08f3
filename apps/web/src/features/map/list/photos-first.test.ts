import type { SpotCard } from '@nollie/contract'
import { expect, test } from 'vitest'
import { listItems } from '../../../lib/paging.ts'
import { photosFirst } from './photos-first.ts'

function spot(id: string, photo_url: string | null) {
  return { id, photo: null, photo_url } as SpotCard
}

test('spots with a photo come first on each page of the list', () => {
  const pages = [
    { items: [spot('a', null), spot('b', '/b.jpg'), spot('c', null), spot('d', '/d.jpg')] },
    { items: [spot('e', null), spot('f', '/f.jpg')] },
  ]
  expect(listItems({ pages }, photosFirst).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c', 'f', 'e'])
})
