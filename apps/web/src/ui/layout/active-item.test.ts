import { expect, test } from 'vitest'
import { activeItem } from './active-item.ts'

const items = ['/dashboard', '/feed', '/spots', '/share-spot', '/profile'].map((href) => ({ href }))

function at(path: string) {
  return items[activeItem(items, path)]?.href
}

test('ROUTE-03 every screen marks its navigation item, whatever its path', () => {
  expect([at('/feed'), at('/user-posts')]).toEqual(['/feed', '/feed'])
  expect(['/profile', '/profile/spots', '/user-spots', '/settings'].map(at)).toEqual(
    Array(4).fill('/profile'),
  )
  expect([at('/spots/1'), at('/spotsy'), at('/community')]).toEqual(['/spots', undefined, undefined])
})
