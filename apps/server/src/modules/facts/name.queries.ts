import { NAME_FIELD } from '@nollie/contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { ChangeRow } from './fact-changes.queries.ts'

/** Returns the last name that members gave a spot, even if it was undone, and the guess that it replaced. */
export async function findLastName(
  tx: Tx,
  spot_id: string,
): Promise<{ name: string; guess: string | null } | undefined> {
  const { rows } = await sql<{ name: string; guess: string | null }>`
    select patch ->> ${NAME_FIELD} as name, before ->> ${NAME_FIELD} as guess from fact_suggestions
    where spot_id = ${spot_id} and undoes is null and version is not null and ${NAME_FIELD} = any (fields)
    order by version desc limit 1`.execute(tx)
  return rows[0]
}

/** Declines other suggestions of a name for a spot that has just been named. */
export async function declineOtherNames(tx: Tx, { id, spot_id }: ChangeRow): Promise<void> {
  await sql`
    update fact_suggestions set state = 'declined'
    where spot_id = ${spot_id} and state = 'open' and id <> ${id} and undoes is null
      and ${NAME_FIELD} = any (fields)`.execute(tx)
}
