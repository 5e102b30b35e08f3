import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import { anImportConflict, anImportFile } from './imports/imports.ts'
import { aSpotRow } from './posts.ts'
import { aCheck } from './spots.ts'
import { anEndedMeetup } from './meetups.ts'
import { aBulletinRow, anAreaRow } from './stewards.ts'

function ago(time: string) {
  return sql<string>`now() - ${sql.lit(time)}::interval`
}

async function anOldMerge(db: Db, member: string): Promise<string> {
  const [id, spot_id, from_id] = [uuid(), await aSpotRow(db, member), await aSpotRow(db, member)]
  await sql`insert into spot_merges (id, spot_id, from_id, audience, taken, merged_at)
    values (${id}, ${spot_id}, ${from_id}, 'everybody', '{}', ${ago('31 days')})`.execute(db)
  return id
}

/** Inserts a purged spot, of which only the tombstone is left. */
async function aPurgedSpot(db: Db, member: string): Promise<string> {
  const spot_id = await aSpotRow(db, member)
  const purged = { deleted_at: ago('40 days'), purged_at: ago('1 day') }
  await db.updateTable('spots').set(purged).where('id', '=', spot_id).execute()
  return spot_id
}

/** Returns functions that each insert an outdated row into a table about a spot, and return how to find it. */
export function oldSpotRows(
  given: () => { db: Db; member: string },
): Record<string, () => Promise<RawBuilder<unknown>>> {
  return {
    checks: async () => {
      const { db, member } = given()
      const spot_id = await aPurgedSpot(db, member)
      await aCheck(db, member, spot_id)
      return sql`spot_id = ${spot_id}`
    },
    open_data_files: async () => {
      const id = uuid()
      const values = { id, license: null, spots: 0, bytes: 1, sources: '[]', made_at: ago('32 days') }
      await given().db.insertInto('open_data_files').values(values).execute()
      return sql`id = ${id}`
    },
    spot_withdrawals: async () => {
      const { db, member } = given()
      await db
        .deleteFrom('spots')
        .where('id', '=', await aSpotRow(db, member))
        .execute()
      return sql`id = (select max(id) from spot_withdrawals)`
    },
    import_records: async () => {
      const { db, member } = given()
      const spot_id = await aPurgedSpot(db, member)
      await sql`insert into import_records (source, source_id, spot_id, dataset, content, run_id)
      values ('Old list', ${spot_id}, ${spot_id}, 'old', '{}', ${spot_id})`.execute(db)
      return sql`spot_id = ${spot_id}`
    },
    import_files: async () => {
      const { db, member } = given()
      const id = await anImportFile(db, member, 'ready')
      await sql`update import_files set moved_at = ${ago('8 days')} where id = ${id}`.execute(db)
      return sql`id = ${id}`
    },
    import_conflicts: async () => {
      const { db, member } = given()
      const spot_id = await aSpotRow(db, member)
      const id = await anImportConflict(db, spot_id)
      await sql`update import_conflicts set state = 'taken', decided_at = ${ago('366 days')} where id = ${id}`.execute(
        db,
      )
      return sql`id = ${id}`
    },
    check_changes: async () => {
      const { db, member } = given()
      const spot_id = await aSpotRow(db, member)
      await db.insertInto('check_changes').values({ spot_id }).execute()
      return sql`spot_id = ${spot_id}`
    },
    spot_merges: async () => {
      const { db, member } = given()
      const id = await anOldMerge(db, member)
      return sql`id = ${id}`
    },
    merge_moves: async () => {
      const { db, member } = given()
      const id = await anOldMerge(db, member)
      await sql`insert into merge_moves (merge_id, kind, row_id) values (${id}, 'post', ${id})`.execute(db)
      return sql`merge_id = ${id}`
    },
    meetups: async () => {
      const { db, member } = given()
      return sql`id = ${await anEndedMeetup(db, member)}`
    },
    bulletins: async () => {
      const { db, member } = given()
      const id = await aBulletinRow(db, member, { ends_at: new Date(Date.now() - 31 * 86_400_000) })
      return sql`id = ${id}`
    },
    area_changes: async () => {
      const { db, member } = given()
      const spot_id = await aSpotRow(db, member)
      await db.insertInto('area_changes').values({ kind: 'state', spot_id, bulletin_id: null }).execute()
      return sql`spot_id = ${spot_id}`
    },
    area_updates: async () => {
      const { db, member } = given()
      const spot_id = await aSpotRow(db, member)
      const area_id = await anAreaRow(db)
      await db.insertInto('area_follows').values({ area_id, user_id: member }).execute()
      await sql`insert into area_updates (id, user_id, area_id, kind, spot_id, added_at)
      values (gen_random_uuid(), ${member}, ${area_id}, 'state', ${spot_id}, ${ago('15 days')})`.execute(db)
      return sql`spot_id = ${spot_id}`
    },
    spot_state_changes: async () => {
      const { db, member } = given()
      const spot_id = await aSpotRow(db, member)
      await sql`insert into spot_state_changes (spot_id, state_before, state, changed_at, notified_at)
      values (${spot_id}, 'open', 'closed', ${ago('31 days')}, now())`.execute(db)
      return sql`spot_id = ${spot_id}`
    },
    bust_reports: async () => {
      const { db, member } = given()
      const spot_id = await aSpotRow(db, member)
      await sql`insert into bust_reports (spot_id, user_id, day, hour, outcome)
      values (${spot_id}, ${member}, current_date - 731, 12, 'peace')`.execute(db)
      return sql`spot_id = ${spot_id}`
    },
    bust_changes: async () => {
      const { db, member } = given()
      const spot_id = await aSpotRow(db, member)
      await db.insertInto('bust_changes').values({ spot_id }).execute()
      return sql`spot_id = ${spot_id}`
    },
    weather_cells: async () => {
      const { db } = given()
      await sql`insert into weather_cells (cell, asked_at) values (7, ${ago('7 hours')})`.execute(db)
      return sql`cell = 7`
    },
  }
}
