import type { Tx } from '../../db/open.ts'
import { chooseNames, type Guess, renameByGuess, setNameGuess } from '../spots/index.ts'
import type { HereRow } from './records.queries.ts'

/** A spot whose record has no name. */
type Unnamed = {
  row: HereRow
  source: string
  guesses: readonly Guess[]
  /** The name that earlier versions made from the type and town. */
  plain: unknown
}

type Position = { latitude: number; longitude: number }

/** The level of a guess that is no longer in the list: only an area or a street is better. */
const UNKNOWN_LEVEL = 2
/** The level of a name that an earlier version made, which others nearby may have. */
const PLAIN_LEVEL = Number.POSITIVE_INFINITY

/** Returns the level of the spot's guessed name; null if its name isn't a guess. */
function findLevel({ row, guesses, plain }: Unnamed): number | null {
  const { name } = row.here
  if (row.name_is_guess) return guesses.find((guess) => guess.name === name)?.level ?? UNKNOWN_LEVEL
  return name === plain && !row.is_hidden && !('name' in row.first) ? PLAIN_LEVEL : null
}

/**
 * Renames spots whose name is a guess if there is a better guess by now. Doesn't rename spots that people named.
 * Returns the ids of the renamed spots.
 */
export async function improveNames(tx: Tx, unnamed: readonly Unnamed[]): Promise<Set<string>> {
  const improvable = unnamed.flatMap((one) => {
    const level = findLevel(one)
    const better = level === null ? [] : one.guesses.filter((guess) => guess.level < level)
    return better.length > 0 ? [{ ...one, better }] : []
  })
  const names = await chooseNames(
    tx,
    improvable.map(({ row: { id, here }, better }) => ({
      ...(here.position as Position),
      id,
      state: here.state as string | null,
      country: here.country as string | null,
      guesses: better,
    })),
  )
  const renamed = new Set<string>()
  for (const [index, { row, source }] of improvable.entries()) {
    const name = names[index]?.name
    if (name === undefined) continue
    if (name === row.here.name) await setNameGuess(tx, row.id, true)
    else {
      await renameByGuess(tx, row.id, name, source)
      renamed.add(row.id)
    }
  }
  return renamed
}
