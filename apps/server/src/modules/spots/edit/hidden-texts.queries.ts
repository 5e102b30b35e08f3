import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { LockedSpot } from './edit-spot.queries.ts'

/**
 * Hides a locked spot's name and description. If a name and description are already hidden, only those can be restored,
 * but open data forgets both.
 */
export async function hideTexts(tx: Tx, { id, city }: Pick<LockedSpot, 'id' | 'city'>): Promise<void> {
  const shown_name = city ? `Spot in ${city}` : 'Skate spot'
  await sql`
    insert into spot_hidden_texts (spot_id, name, description, description_by, shown_name)
      select id, name, description, description_by, left(${shown_name}, 120) from spots where id = ${id}
      on conflict (spot_id) do update set hidden_at = now()`.execute(tx)
  await sql`
    update spots set name = left(${shown_name}, 120), description = null, description_by = null, version = version + 1
    where id = ${id}`.execute(tx)
}

/** Restores a spot's hidden name and description, unless they were rewritten in the meantime. */
export async function restoreTexts(tx: Tx, spot_id: string): Promise<void> {
  await sql`
    with hidden as (delete from spot_hidden_texts where spot_id = ${spot_id} returning *)
    update spots s set name = case when s.name = hidden.shown_name then hidden.name else s.name end,
      description = coalesce(s.description, hidden.description),
      description_by = case when s.description is null then hidden.description_by else s.description_by end,
      version = s.version + 1
    from hidden where s.id = hidden.spot_id`.execute(tx)
}
