import { normalizeText } from '@nollie/contract/search/normalize-text'
import { metresBetween } from '@nollie/contract/places/metres-between'
import type { Tx } from '../../../db/open.ts'
import type { Point } from '../spots.queries.ts'
import { type Namesake, selectNamesakes } from './guessed-names.queries.ts'

/** A name based on a spot's surroundings. The lower its `level`, the better it describes the spot's location. */
export type Guess = { name: string; level: number }

/** A spot without a name, and the names it could get, best first. */
export type Unnamed = Point & {
  /** The spot's id, unless it is new. */
  id?: string
  state: string | null
  country: string | null
  guesses: readonly Guess[]
}

type Named = Omit<Namesake, 'id'> & { id?: string }

/** Within this distance, two places may be in the same state under different names, such as `NY` and `New York`. */
const STATE_METRES = 500_000

function areConfusable(one: Unnamed, other: Named): boolean {
  const isSameState = one.state !== null && one.state === other.state && one.country === other.country
  return isSameState || metresBetween(one, other) < STATE_METRES
}

/** Names spots so that no two in a state, or near each other, have the same name. */
class Names {
  readonly #byName = new Map<string, Named[]>()

  constructor(known: readonly Namesake[]) {
    for (const one of known) this.add(one)
  }

  add(spot: Named): void {
    const key = normalizeText(spot.name)
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), spot])
  }

  choose(spot: Unnamed): Guess | null {
    const isFree = ({ name }: Guess) =>
      (this.#byName.get(normalizeText(name)) ?? []).every(
        (other) => (spot.id !== undefined && other.id === spot.id) || !areConfusable(spot, other),
      )
    const guess = spot.guesses.find(isFree) ?? null
    if (guess) this.add({ ...spot, name: guess.name })
    return guess
  }
}

/**
 * Chooses a name for each spot: its best guess that no other spot in the state has. Returns null for spots whose
 * guesses are all taken.
 * @param named the batch's spots with names of their own, which no guess may equal
 */
export async function chooseNames(
  tx: Tx,
  unnamed: readonly Unnamed[],
  named: readonly Named[] = [],
): Promise<(Guess | null)[]> {
  const wanted = new Set(unnamed.flatMap(({ guesses }) => guesses.map(({ name }) => name)))
  const names = new Names(await selectNamesakes(tx, [...wanted]))
  for (const spot of named) names.add(spot)
  return unnamed.map((spot) => names.choose(spot))
}
