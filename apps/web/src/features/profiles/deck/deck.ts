const COLOURS = ['--ply-1', '--ply-2', '--ply-3', '--ply-4', '--brand', '--grip'] as const
/** Background colors for a deck. Cream is left out because it is too close to the page's color. */
const GROUNDS = ['--ply-1', '--ply-3', '--ply-4', '--brand', '--grip'] as const

/** A design token's name. */
export type DeckColour = (typeof COLOURS)[number]

/** A person's deck: a background, two stripes, and a wheel. `lean` and `at` are between 0 and 1. */
export type Deck = {
  ground: DeckColour
  stripes: readonly [DeckColour, DeckColour]
  wheel: DeckColour
  hub: DeckColour
  /** Whether the stripes lean to the left. */
  mirrored: boolean
  /** The wheel's position. */
  at: number
  /** The stripes' width. */
  lean: number
}

// FNV-1a with a final mixing step, so that ids that differ in one character get very different decks.
function computeSeed(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Builds a person's deck graphic, which is always the same for the same id. */
export function buildDeck(user_id: string): Deck {
  let state = computeSeed(user_id)
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const take = <T>(from: T[]): T => from.splice(Math.floor(next() * from.length), 1)[0] as T
  const ground = take([...GROUNDS])
  const left = COLOURS.filter((colour) => colour !== ground)
  const stripes = [take(left), take(left)] as const
  const wheel = take(left)
  const hub = wheel === '--grip' ? '--brand' : '--grip'
  return { ground, stripes, wheel, hub, mirrored: next() < 0.5, at: next(), lean: next() }
}
