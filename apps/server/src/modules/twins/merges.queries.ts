import type { Merge, SpotContents, Viewer } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Moved, Sides } from '../../db/merge-movers.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Returns how much content a spot has, if the viewer can see the spot. */
export async function selectContents(db: Db, viewer: string, spot_id: string): Promise<SpotContents> {
  const of = (table: string) => sql`(select count(*)::int from ${sql.table(table)} x where x.spot_id = s.id)`
  const { rows } = await sql<SpotContents>`
    select counts.posts, counts.media, counts.comments, ${of('checks')} as checks, ${of('bust_reports')} as bust_reports,
      (select count(*)::int from fact_suggestions x where x.spot_id = s.id and x.version is not null) as facts,
      ${of('spot_edits')} as edits
    from spots s cross join lateral (
      select count(distinct p.id)::int as posts, count(pm.media_id)::int as media,
        coalesce(sum(pm.comment_count), 0)::int as comments
      from posts p left join post_media pm on pm.post_id = p.id where p.spot_id = s.id and p.hidden_at is null
        and not exists (select from withheld_posts(${viewerId(viewer)}) withheld where withheld.id = p.id offset 0)
    ) counts
    where s.id = ${spot_id}
      and not exists (select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = s.id offset 0)`.execute(
    db,
  )
  return rows[0] ?? { posts: 0, media: 0, comments: 0, checks: 0, bust_reports: 0, facts: 0, edits: 0 }
}

type NewMerge = Sides & { id: string; merged_by: string; audience: string; taken: Record<string, unknown> }

/** Stores a merge with the rows it moved. */
export async function insertMerge(
  tx: Tx,
  { id, from, into, merged_by, audience, taken }: NewMerge,
  moves: readonly { kind: string; moved: readonly Moved[] }[],
): Promise<void> {
  await sql`
    insert into spot_merges (id, spot_id, from_id, merged_by, audience, taken)
    values (${id}, ${into}, ${from}, ${merged_by}, ${audience}, ${JSON.stringify(taken)}::jsonb)`.execute(tx)
  for (const { kind, moved } of moves)
    if (moved.length > 0)
      await sql`
        insert into merge_moves (merge_id, kind, row_id, user_id, was)
        select ${id}, ${kind}, moved.row_id, moved.user_id, moved.was
        from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (row_id uuid, user_id uuid, was jsonb)`.execute(
        tx,
      )
}

/** A merge that can still be undone. */
export type MergeRow = {
  id: string
  spot_id: string
  from_id: string
  merged_by: string | null
  audience: string
  taken: Record<string, unknown>
}

/** Returns a merge by id if it's at most `days` days old. */
export async function findMerge(db: Db, id: string, days: number): Promise<MergeRow | undefined> {
  const { rows } = await sql<MergeRow>`
    select m.id, m.spot_id, m.from_id, m.merged_by, m.audience, m.taken from spot_merges m
    where m.id = ${id} and m.merged_at > now() - make_interval(days => ${days})`.execute(db)
  return rows[0]
}

/** Returns a merge's moved rows by kind. */
export async function selectMoves(tx: Tx, merge_id: string): Promise<Map<string, Moved[]>> {
  const { rows } = await sql<Moved & { kind: string }>`
    select kind, row_id, user_id, was from merge_moves where merge_id = ${merge_id}`.execute(tx)
  const moves = new Map<string, Moved[]>()
  for (const { kind, ...moved } of rows) moves.set(kind, [...(moves.get(kind) ?? []), moved])
  return moves
}

/** Deletes a merge that was undone. Returns false if a concurrent request did it first. */
export async function deleteMerge(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.deleteFrom('spot_merges').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
  )
}

/** A keyset position: the last merge on a page. */
export type MergeCursor = { merged_at: string; id: string }

/** Returns the merges that the viewer may undo (`mayUndoMerge` in the contract), newest first. */
export async function selectMerges(
  db: Db,
  viewer: Viewer,
  {
    spot_id,
    after,
    days,
    limit,
  }: { spot_id?: string | undefined; after: MergeCursor | null; days: number; limit: number },
): Promise<Merge[]> {
  const me = viewerId(viewer.user_id)
  const rest = after ? sql`and (m.merged_at, m.id) < (${after.merged_at}, ${after.id})` : sql``
  const one = spot_id ? sql`and m.spot_id = ${spot_id}` : sql``
  // Does one index lookup per condition. A member has few merges, but a combined condition would scan all of them.
  const by = viewer.user_id
  const mine = viewer.is_admin
    ? sql``
    : sql`and m.id in (
        select one.id from spot_merges one where one.merged_by = ${by}
        union select one.id from spots own join spot_merges one on one.spot_id = own.id where own.created_by = ${by}
        union select one.id from spots own join spot_merges one on one.from_id = own.id where own.created_by = ${by})`
  const { rows } = await sql<Merge>`
    select m.id, json_build_object('id', merged.id, 'name', merged.name) as "from",
      json_build_object('id', s.id, 'name', s.name) as "into",
      case when who.user_id is not null then ${personJson('who')} end as merged_by, ${moment('m.merged_at')} as merged_at,
      ${moment('ends.until')} as until
    from spot_merges m join spots s on s.id = m.spot_id join spots merged on merged.id = m.from_id
      cross join lateral (select m.merged_at + make_interval(days => ${days}) as until) ends
      left join visible_people(${me}) who on who.user_id = m.merged_by
    where m.merged_at > now() - make_interval(days => ${days}) and merged.purged_at is null ${mine} ${one} ${rest}
      and not exists (select from withheld_spots(${me}) withheld where withheld.id = s.id offset 0)
      and not exists (select from withheld_spots(${me}) withheld where withheld.id = merged.id offset 0)
    order by m.merged_at desc, m.id desc limit ${limit}`.execute(db)
  return rows
}

/** Deletes merges that can no longer be undone, with their moved rows. */
export function deleteOldMerges(db: Db, days: number): Promise<void> {
  return deleteInBatches(db, 'spot_merges', sql`merged_at < now() - make_interval(days => ${days})`)
}
