import { expect, test } from 'vitest'
import {
  getDeckLength,
  FIRST_MARKS,
  toMarks,
  moveMark,
  namedMarks,
  readMeasureDraft,
} from './measure-marks.ts'

test('a mark stays within the photo', () => {
  expect(moveMark({ x: 0.5, y: 0.5 }, { x: 0.1, y: -0.2 })).toEqual({ x: 0.6, y: 0.3 })
  expect(moveMark({ x: 0.99, y: 0.01 }, { x: 0.1, y: -0.2 })).toEqual({ x: 1, y: 0 })
})

test('sends the marks of one mode, and maps them back to their names', () => {
  for (const mode of ['face', 'height'] as const) {
    const sent = toMarks({ mode, marks: FIRST_MARKS })
    expect([sent.face !== null, sent.height !== null]).toEqual([mode === 'face', mode === 'height'])
    expect(namedMarks(sent)).toEqual({ mode, marks: FIRST_MARKS })
  }
})

test('reads the valid parts of a stored draft', () => {
  const nose = { x: 0.1, y: 0.2 }
  const stored = {
    media_id: 3,
    mode: 'height',
    deck_cm: 82,
    marks: { nose, tail: { x: 2, y: 0 }, heel: nose },
  }
  expect(readMeasureDraft(stored)).toEqual({
    media_id: null,
    mode: 'height',
    deck_cm: 82,
    marks: { ...FIRST_MARKS, nose },
  })
  expect(readMeasureDraft('x')).toEqual({ media_id: null, mode: 'face', deck_cm: null, marks: FIRST_MARKS })
})

test("uses the typed board length, else the person's own, else 80 cm", () => {
  expect([
    getDeckLength({ deck_cm: 79 }, 82),
    getDeckLength({ deck_cm: null }, 82),
    getDeckLength({ deck_cm: null }, null),
  ]).toEqual([79, 82, 80])
})
