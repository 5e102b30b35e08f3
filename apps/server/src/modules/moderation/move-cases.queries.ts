import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Moved, SpotMover } from '../../db/merge-movers.ts'

/**
 * Moves a merged spot's cases to the remaining spot. If both spots have an open case, {@link reportMover} moves the
 * reports instead.
 */
export const caseMover: SpotMover = {
  kind: 'case',
  take: async (tx, { from, into }) => {
    const { rows } = await sql<Moved>`
      update report_cases c set spot_id = ${into}
      where c.spot_id = ${from} and (c.status = 'closed' or not exists (
        select from report_cases same where same.spot_id = ${into} and same.status = 'open'))
      returning c.id as row_id`.execute(tx)
    return rows
  },
  giveBack: async (tx, { from, into }, moved) => {
    await sql`
      update report_cases c set spot_id = ${from}
      where c.spot_id = ${into} and c.id = any (${moved.map(({ row_id }) => row_id)}::uuid[])
        and (c.status = 'closed' or not exists (
          select from report_cases same where same.spot_id = ${from} and same.status = 'open'))`.execute(tx)
  },
}

async function recount(tx: Tx, ids: readonly (string | undefined)[]): Promise<void> {
  await sql`
    update report_cases c set reports_count = (select count(*) from reports r where r.case_id = c.id)
    where c.id = any (${ids.filter(Boolean)}::uuid[])`.execute(tx)
}

async function findOpen(tx: Tx, spot_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from report_cases c where c.spot_id = ${spot_id} and c.status = 'open' for update`.execute(tx)
  return rows[0]?.id
}

/**
 * Moves the reports from a merged spot's open case to the remaining spot's open case, so that one decision covers both.
 */
export const reportMover: SpotMover = {
  kind: 'report',
  take: async (tx, { from, into }) => {
    const [old_case, open_case] = [await findOpen(tx, from), await findOpen(tx, into)]
    if (!old_case || !open_case) return []
    const { rows } = await sql<Moved>`
      update reports r set case_id = ${open_case}
      where r.case_id = ${old_case} and not exists (
        select from reports same where same.case_id = ${open_case}
          and (same.reporter_id = r.reporter_id or lower(same.notice_email) = lower(r.notice_email)))
      returning r.id as row_id`.execute(tx)
    await sql`update report_cases c set status = 'closed' where c.id = ${old_case}`.execute(tx)
    await recount(tx, [old_case, open_case])
    const was = { old_case, open_case }
    // Includes the closed case itself, because an undo must reopen it even if no reports moved.
    return [
      { row_id: old_case, was: { ...was, is_case: true } },
      ...rows.map(({ row_id }) => ({ row_id, was })),
    ]
  },
  giveBack: async (tx, _sides, moved) => {
    const [first] = moved
    const [old_case, open_case] = [String(first?.was?.old_case), String(first?.was?.open_case)]
    // Once a decision is made in the joint case, it applies to both spots.
    const { rows } = await sql`
      select from report_cases c where c.id = ${open_case} and c.status = 'open' for update`.execute(tx)
    if (rows.length === 0) return
    await sql`
      update reports r set case_id = ${old_case}
      where r.case_id = ${open_case} and r.id = any (${moved.map(({ row_id }) => row_id)}::uuid[])`.execute(
      tx,
    )
    await sql`
      update report_cases c set status = 'open' where c.id = ${old_case}
        and not exists (select from report_cases same where same.spot_id = c.spot_id and same.status = 'open')`.execute(
      tx,
    )
    await recount(tx, [old_case, open_case])
  },
}
