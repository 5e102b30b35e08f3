import { expect, test } from 'vitest'
import { getFit, getFrameRatio } from './media-shape.ts'

function size(width: number, height: number) {
  return { width, height }
}

test('POST-05 a card uses the aspect ratio of its first photo, between 4:5 and 1.91:1', () => {
  expect(getFrameRatio(size(1200, 900))).toBeCloseTo(4 / 3)
  expect(getFrameRatio(size(600, 2400))).toBeCloseTo(0.8)
  expect(getFrameRatio(size(4000, 600))).toBeCloseTo(1.91)
  expect(getFrameRatio({ width: null, height: null })).toBe(1)
  expect(getFrameRatio(undefined)).toBe(1)
})

test('POST-05 fits photos with other aspect ratios, and shows small ones at their own size', () => {
  const frame = getFrameRatio(size(1200, 900))
  expect(getFit(size(1600, 1200), frame)).toBe('cover')
  expect(getFit(size(900, 1200), frame)).toBe('contain')
  expect(getFit(size(40, 30), frame)).toBe('own-size')
  expect(getFit(size(599, 300), frame)).toBe('own-size')
  expect(getFit(size(450, 600), frame)).toBe('contain')
  // A photo that's cropped to the limit fills a frame at the limit.
  expect(getFit(size(600, 2400), getFrameRatio(size(600, 2400)))).toBe('cover')
})
