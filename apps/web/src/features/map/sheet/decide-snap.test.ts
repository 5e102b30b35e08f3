import { describe, expect, test } from 'vitest'
import { decideSnap, stepUp } from './decide-snap.ts'

const HEIGHTS = { peek: 200, half: 520, full: 780 }

describe('a sheet that is released', () => {
  test.for([
    [210, 'peek'],
    [350, 'peek'],
    [370, 'half'],
    [640, 'half'],
    [660, 'full'],
    [900, 'full'],
  ] as const)('without speed, goes to the nearest position: %i px', ([position, wanted]) => {
    expect(decideSnap(position, 0, HEIGHTS)).toBe(wanted)
  })

  test('a flick takes it to the next position, even after a short drag', () => {
    expect(decideSnap(215, 0.6, HEIGHTS)).toBe('half')
    expect(decideSnap(535, 0.6, HEIGHTS)).toBe('full')
    expect(decideSnap(765, -0.6, HEIGHTS)).toBe('half')
    expect(decideSnap(505, -0.6, HEIGHTS)).toBe('peek')
  })

  test('a fast flick skips a position', () => {
    expect(decideSnap(300, 3, HEIGHTS)).toBe('full')
    expect(decideSnap(700, -3, HEIGHTS)).toBe('peek')
  })

  test('a flick counts for more than the distance', () => {
    expect(decideSnap(640, -0.8, HEIGHTS)).toBe('half')
    expect(decideSnap(260, 0.8, HEIGHTS)).toBe('half')
  })

  test('it closes only from below its peek', () => {
    expect(decideSnap(120, 0, HEIGHTS)).toBe('peek')
    expect(decideSnap(90, 0, HEIGHTS)).toBe('closed')
    expect(decideSnap(185, -0.6, HEIGHTS)).toBe('closed')
    expect(decideSnap(205, -3, HEIGHTS)).toBe('peek')
    expect(decideSnap(520, -50, HEIGHTS)).toBe('peek')
    expect(decideSnap(60, 0.6, HEIGHTS)).toBe('peek')
  })

  test('of equal positions, it takes the lowest', () => {
    const short = { peek: 200, half: 400, full: 400 }
    expect(decideSnap(390, 0, short)).toBe('half')
    expect(decideSnap(400, 2, short)).toBe('half')
    expect(decideSnap(200, 2, { peek: 200, half: 200, full: 200 })).toBe('peek')
  })
})

test('the button goes up through the positions that differ, then back to the peek', () => {
  expect(stepUp('peek', HEIGHTS)).toBe('half')
  expect(stepUp('half', HEIGHTS)).toBe('full')
  expect(stepUp('full', HEIGHTS)).toBe('peek')
  expect(stepUp('half', { peek: 200, half: 400, full: 400 })).toBe('peek')
  expect(stepUp('peek', { peek: 200, half: 200, full: 400 })).toBe('full')
})
