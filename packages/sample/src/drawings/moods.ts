import { type Colour, colour, type Point } from './space.ts'

/** A drawing's light and atmosphere. */
export type Mood = {
  sky: readonly [top: string, middle: string, foot: string]
  /** The position of the sun or moon as fractions of the drawing's width and height; null if it's out of sight. */
  disc: { x: number; y: number; r: number; colour: string } | null
  sun: Point
  light: Colour
  shade: Colour
  haze: Colour
  clear: number
  clouds: string | null
  lamps: boolean
}

function mood(
  sky: Mood['sky'],
  disc: Mood['disc'],
  [light, shade, haze]: [string, string, string],
  rest: Partial<Pick<Mood, 'sun' | 'clear' | 'clouds' | 'lamps'>> = {},
): Mood {
  return {
    sky,
    disc,
    light: colour(light),
    shade: colour(shade),
    haze: colour(haze),
    sun: [-0.62, -0.45, 0.85],
    clear: 90,
    clouds: null,
    lamps: false,
    ...rest,
  }
}

/** Times of day for skating. The sun is in the upper left in all of them. */
export const MOODS = {
  noon: mood(['#2f7fe0', '#6fb4ee', '#cfe8f4'], null, ['#fffaf0', '#8c97ad', '#cfe4f0'], {
    clouds: '#ffffff',
  }),
  morning: mood(
    ['#7fb7d9', '#c4dde0', '#f7e9c8'],
    { x: 0.16, y: 0.24, r: 62, colour: '#fff3cf' },
    ['#fff1d6', '#8d93a6', '#ecdfc8'],
    { clouds: '#fff8ea' },
  ),
  gold: mood(
    ['#6aa6d8', '#f2c27a', '#f9dfa0'],
    { x: 0.22, y: 0.3, r: 76, colour: '#ffedb0' },
    ['#ffe2ae', '#8a6f80', '#f3cf95'],
    { sun: [-0.85, -0.3, 0.5] },
  ),
  sunset: mood(
    ['#5b3a86', '#e0708a', '#fdb865'],
    { x: 0.27, y: 0.4, r: 92, colour: '#ffe3a1' },
    ['#ffc39a', '#5d4273', '#e98f7d'],
    { sun: [-0.85, 0.1, 0.45], clear: 60 },
  ),
  rose: mood(
    ['#8d8fe0', '#eaa8c6', '#ffd9bd'],
    { x: 0.18, y: 0.34, r: 70, colour: '#fff0d8' },
    ['#ffdccb', '#7d6b9c', '#f2c4c4'],
    { sun: [-0.8, -0.2, 0.55], clear: 70 },
  ),
  mint: mood(['#3fae9b', '#9bdcc5', '#eaf2cf'], null, ['#fffbe2', '#7c9a97', '#d8ecd2'], {
    clouds: '#f4fbe8',
  }),
  grey: mood(['#9fb0bd', '#c5cfd5', '#e3e6e4'], null, ['#f3f5f4', '#8e98a3', '#d8dddd'], {
    clear: 45,
    clouds: '#eceff0',
  }),
  night: mood(
    ['#0f1430', '#27305e', '#4d4a78'],
    { x: 0.17, y: 0.18, r: 40, colour: '#fff4cf' },
    ['#d9c9b4', '#3b4170', '#343a68'],
    { sun: [-0.3, -0.7, 0.8], clear: 55, lamps: true },
  ),
} as const satisfies Record<string, Mood>

/** The name of a mood. */
export type MoodName = keyof typeof MOODS
