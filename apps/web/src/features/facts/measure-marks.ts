import { DECK_CM, type Mark, type Marks } from '@nollie/contract/facts/measure-by-deck'
import { LIMITS } from '@nollie/contract/limits'

/** The marks' names, in keyboard order. */
export const MARK_NAMES = {
  face: ['nose', 'tail', 'top_left', 'top_right', 'bottom_right', 'bottom_left'],
  height: ['nose', 'tail', 'top', 'foot'],
} as const

/** What to mark besides the board: the four corners of a face, or only a height. */
export type MarkMode = keyof typeof MARK_NAMES
/** A mark's name. */
export type MarkName = (typeof MARK_NAMES)[MarkMode][number]

/** An unsent measurement: the photo, the board's length, and the marks for both modes. */
export type MeasureDraft = {
  media_id: string | null
  mode: MarkMode
  deck_cm: number | null
  marks: Record<MarkName, Mark>
}

/** The marks' initial positions: the board is below the face, and no two marks overlap. */
export const FIRST_MARKS: Record<MarkName, Mark> = {
  nose: { x: 0.3, y: 0.75 },
  tail: { x: 0.7, y: 0.75 },
  top_left: { x: 0.2, y: 0.3 },
  top_right: { x: 0.8, y: 0.3 },
  bottom_right: { x: 0.8, y: 0.6 },
  bottom_left: { x: 0.2, y: 0.6 },
  top: { x: 0.5, y: 0.3 },
  foot: { x: 0.5, y: 0.6 },
}

function within(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** Moves a mark by fractions of the photo's width and height, up to the photo's edges. */
export function moveMark({ x, y }: Mark, by: Mark): Mark {
  return { x: within(x + by.x), y: within(y + by.y) }
}

/** Converts a draft's marks to the request's format. */
export function toMarks({ mode, marks }: Pick<MeasureDraft, 'mode' | 'marks'>): Marks {
  return {
    deck: [marks.nose, marks.tail],
    face: mode === 'face' ? [marks.top_left, marks.top_right, marks.bottom_right, marks.bottom_left] : null,
    height: mode === 'height' ? [marks.top, marks.foot] : null,
  }
}

/** Returns a measurement's marks by name. */
export function namedMarks({ deck, face, height }: Marks): { mode: MarkMode; marks: Record<MarkName, Mark> } {
  const marks = { ...FIRST_MARKS, nose: deck[0], tail: deck[1] }
  if (height) return { mode: 'height', marks: { ...marks, top: height[0], foot: height[1] } }
  const [top_left, top_right, bottom_right, bottom_left] = face ?? []
  return {
    mode: 'face',
    marks: {
      ...marks,
      ...(top_left && { top_left }),
      ...(top_right && { top_right }),
      ...(bottom_right && { bottom_right }),
      ...(bottom_left && { bottom_left }),
    },
  }
}

/** Whether this is a plausible board length. */
export function isDeck(cm: number | null): cm is number {
  return cm !== null && cm >= LIMITS.deck_cm_min && cm <= LIMITS.deck_cm_max
}

function isMark(value: unknown): value is Mark {
  const { x, y } = (value ?? {}) as Partial<Record<'x' | 'y', unknown>>
  return [x, y].every((part) => typeof part === 'number' && part >= 0 && part <= 1)
}

/** Parses a draft that an earlier page stored; `deck_cm` is the length of the person's board. */
export function readMeasureDraft(stored: unknown): MeasureDraft {
  const { media_id, mode, deck_cm, marks } = (stored ?? {}) as Partial<Record<keyof MeasureDraft, unknown>>
  const found = Object.entries(marks ?? {}).filter(([name, mark]) => name in FIRST_MARKS && isMark(mark))
  return {
    media_id: typeof media_id === 'string' ? media_id : null,
    mode: mode === 'height' ? 'height' : 'face',
    deck_cm: typeof deck_cm === 'number' ? deck_cm : null,
    marks: { ...FIRST_MARKS, ...Object.fromEntries(found) },
  }
}

/**
 * Returns the board length to use: the typed length, or else the person's own board length, or else the most common
 * one.
 */
export function getDeckLength(draft: Pick<MeasureDraft, 'deck_cm'>, own: number | null | undefined): number {
  return draft.deck_cm ?? own ?? DECK_CM
}
