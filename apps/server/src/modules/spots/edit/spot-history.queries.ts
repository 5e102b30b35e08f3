import type { SpotChange } from '@nollie/contract'
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moment } from '../../../db/json.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'
import { viewerId } from '../../blocks/index.ts'
import { personJson } from '../../profiles/index.ts'
import { WHEREABOUTS } from '../positions/positions.queries.ts'

type NewEdit = Pick<Selectable<Tables['spot_edits']>, 'action' | 'version' | 'before'> & {
  spot_id: string
  /** Null for changes that result from status reports or imports. */
  user_id: string | null
  /** The name of the import's source. */
  source?: string
}

/** Inserts an entry into a spot's history. */
export async function insertEdit(tx: Tx, { before, ...edit }: NewEdit): Promise<void> {
  await tx
    .insertInto('spot_edits')
    .values({ id: uuid(), before: JSON.stringify(before), ...edit })
    .execute()
}

/** Deletes earlier positions from a spot's history. Call it when the spot's position becomes less precise. */
export async function forgetPlaces(tx: Tx, spot_id: string): Promise<void> {
  await sql`
    update spot_edits set before = before - ${sql.val(WHEREABOUTS)}::text[]
    where spot_id = ${spot_id} and before ?| ${sql.val(WHEREABOUTS)}::text[]`.execute(tx)
}

/** Returns a spot's newest changes, omitting the names of people hidden by a block and text that moderators hid. */
export async function selectHistory(
  db: Db,
  viewer: string,
  spot_id: string,
  limit: number,
): Promise<SpotChange[]> {
  const { rows } = await sql<SpotChange>`
    select e.id, e.action, who.user_id, e.source, e.version,
      case when exists (select from spot_hidden_texts away where away.spot_id = e.spot_id)
        then e.before - '{name,description}'::text[] else e.before end as before, ${moment('e.created_at')} as created_at,
      case when who.user_id is not null then ${personJson('who')} end as user
    from spot_edits e left join visible_people(${viewerId(viewer)}) who on who.user_id = e.user_id
    where e.spot_id = ${spot_id}
      and not exists (select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = e.spot_id offset 0)
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}
