import { expect, test } from 'vitest'
import { followed, clampToStage, spread, toSwipe, UNZOOMED, zoomAt } from './gestures.ts'

const stage = { width: 390, height: 730 }
const picture = { width: 390, height: 260 }
const both = { previous: true, next: true }

test('MEDIA-14 a short flick turns the page, a slow swipe only if it is long', () => {
  const pull = (x: number, speed: number) => toSwipe({ axis: 'x', x, y: 0, speed }, stage, both)
  expect(pull(-40, -0.9)).toBe('next')
  expect(pull(40, 0.9)).toBe('previous')
  expect(pull(-40, -0.1)).toBe('stay')
  expect(pull(-200, -0.05)).toBe('next')
  expect(pull(-200, 0.9)).toBe('stay')
  expect(pull(-5, -2)).toBe('stay')
})

test('MEDIA-14 swiping past either end does nothing and shows resistance', () => {
  const ends = { previous: false, next: false }
  expect(toSwipe({ axis: 'x', x: -300, y: 0, speed: -2 }, stage, ends)).toBe('stay')
  expect(toSwipe({ axis: 'x', x: 300, y: 0, speed: 2 }, stage, ends)).toBe('stay')
  expect(followed(-100, ends)).toBe(-25)
  expect(followed(-100, both)).toBe(-100)
})

test('pulling down closes the lightbox, pulling up does not', () => {
  const pull = (y: number, speed: number) => toSwipe({ axis: 'y', x: 0, y, speed }, stage, both)
  expect(pull(60, 0.9)).toBe('close')
  expect(pull(300, 0)).toBe('close')
  expect(pull(60, 0.1)).toBe('stay')
  expect(pull(300, -0.9)).toBe('stay')
  expect(pull(-300, -2)).toBe('stay')
})

test('zooming keeps the point under the fingers in place', () => {
  const at = { x: 80, y: -40 }
  const zoom = zoomAt(UNZOOMED, 2.5, at)
  expect(zoom.scale).toBe(2.5)
  // A point of the image appears at its offset from the center, scaled and moved.
  expect(at.x * zoom.scale + zoom.x).toBeCloseTo(at.x)
  expect(at.y * zoom.scale + zoom.y).toBeCloseTo(at.y)
  const moved = zoomAt(UNZOOMED, 2, at, { x: 0, y: 0 })
  expect(at.x * 2 + moved.x).toBeCloseTo(0)
})

test('a magnified picture covers the stage and never shrinks below it', () => {
  expect(clampToStage({ scale: 0.7, x: 30, y: 10 }, stage, picture)).toEqual(UNZOOMED)
  expect(clampToStage({ scale: 2, x: 900, y: 900 }, stage, picture)).toEqual({ scale: 2, x: 195, y: 0 })
  expect(clampToStage({ scale: 4, x: -900, y: -900 }, stage, picture)).toEqual({
    scale: 4,
    x: -585,
    y: -155,
  })
  expect(clampToStage({ scale: 40, x: 0, y: 0 }, stage, picture).scale).toBe(5)
})

test('two fingers at the same point have a distance', () => {
  expect(spread({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({ middle: { x: 1, y: 1 }, apart: 1 })
})
