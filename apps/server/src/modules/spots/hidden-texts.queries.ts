import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { LockedSpot } from './edit-spot.queries.ts'

/** Hides the texts of a locked spot behind a neutral name; texts hidden earlier stay the ones that are restored. */
export const putTextsAway = async (tx: Tx, { id, city }: LockedSpot): Promise<void> => {
  const shown_name = city ? `Spot in ${city}` : 'Skate spot'
  await sql`
    insert into spot_hidden_texts (spot_id, name, description, description_by, shown_name)
      select id, name, description, description_by, left(${shown_name}, 120) from spots where id = ${id}
      on conflict (spot_id) do nothing`.execute(tx)
  await sql`
    update spots set name = left(${shown_name}, 120), description = null, description_by = null, version = version + 1
    where id = ${id}`.execute(tx)
}

/** Restores the hidden texts of a spot, except where somebody has written new ones. */
export const returnTexts = async (tx: Tx, spot_id: string): Promise<void> => {
  await sql`
    with away as (delete from spot_hidden_texts where spot_id = ${spot_id} returning *)
    update spots s set name = case when s.name = away.shown_name then away.name else s.name end,
      description = coalesce(s.description, away.description),
      description_by = case when s.description is null then away.description_by else s.description_by end,
      version = s.version + 1
    from away where s.id = away.spot_id`.execute(tx)
}
