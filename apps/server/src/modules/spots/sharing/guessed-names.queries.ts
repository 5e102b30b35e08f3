import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { isForEverybody } from '../../audiences/index.ts'

/** A spot that has one of the searched names. */
export type Namesake = {
  id: string
  name: string
  state: string | null
  country: string | null
  latitude: number
  longitude: number
}

/** Returns the public spots with these names, in any case. */
export async function selectNamesakes(tx: Tx, names: readonly string[]): Promise<Namesake[]> {
  if (names.length === 0) return []
  const { rows } = await sql<Namesake>`
    select s.id, s.name, s.state, s.country, s.latitude, s.longitude
    from (select distinct nollie_normalize(name) as name from unnest(${names}::text[]) name) wanted
    join spots s on s.search_name = wanted.name
    where s.deleted_at is null and ${isForEverybody('s')}`.execute(tx)
  return rows
}

/** Returns a spot's name if it's a guess; null if someone named the spot or moderators hid its name. */
export async function findGuessedName(tx: Tx, spot_id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select s.name from spots s
    where s.id = ${spot_id} and s.name_is_guess and s.deleted_at is null
      and not exists (select from spot_hidden_texts hidden where hidden.spot_id = s.id)`.execute(tx)
  return rows[0]?.name ?? null
}

/** Marks a spot's name as a guess, or as its real name. */
export async function setNameGuess(tx: Tx, spot_id: string, name_is_guess: boolean): Promise<void> {
  await tx.updateTable('spots').set({ name_is_guess }).where('id', '=', spot_id).execute()
}
