import { expect, test } from 'vitest'
import { rowsInView } from './use-rows-in-view.ts'

test('renders only rows near the viewport, at any scroll position', () => {
  const box = { height: 100_000, screen: 800 }
  expect(rowsInView({ ...box, top: 160 }, 1000)).toEqual([0, 15])
  const [first, end] = rowsInView({ ...box, top: -50_000 }, 1000)
  expect([first, end]).toEqual([492, 516])
  expect(rowsInView({ ...box, top: -99_500 }, 1000)[1]).toBe(1000)
  expect(rowsInView({ top: 160, height: 0, screen: 800 }, 0)).toEqual([0, 0])
})
