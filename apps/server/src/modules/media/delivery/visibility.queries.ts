import { LIMITS } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { preparedStatement } from '../../../db/prepared.ts'
import { isForEverybody } from '../../audiences/index.ts'

const VISITOR = sql`null::uuid`

/** Whether visitors may see photos of the spot with the alias `spot`: only if it's public and exact. */
function showsPhotosToVisitors(spot: string): RawBuilder<boolean> {
  return sql<boolean>`${isForEverybody(spot)} and ${sql.ref(`${spot}.precision`)} = 'exact'`
}

/**
 * Whether a link preview may show the item `media` of a post at the spot with the alias `spot`. Photos reveal where a
 * place is, so this is the rule for files: if the spot isn't both public and exact, visitors see at most its cover.
 */
export function isShownInPreviews(media: string, spot: string): RawBuilder<boolean> {
  const cover = sql.ref(`${spot}.cover_media_id`)
  return sql<boolean>`((${showsPhotosToVisitors(spot)})
    or ${isForEverybody(spot)} and ${cover} = ${sql.ref(`${media}.id`)})`
}

/**
 * A subquery for the items that visitors see besides the cover of the spot with the alias `spot`: its newest ones, with
 * the columns `media_id` and `place`. The spot must be public and exact, because photos reveal where a place is. Reads
 * only as many posts as it returns, plus those that visitors can't see.
 */
export function visitorMedia(spot: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${spot}.${name}`)
  return sql`(
    select pm.media_id, row_number() over (order by p.created_at desc, p.id desc, pm.media_index) as place
    from visible_posts(${VISITOR}) p join post_media pm on pm.post_id = p.id join media item on item.id = pm.media_id
    where p.spot_id = ${column('id')} and ${column('deleted_at')} is null and ${showsPhotosToVisitors(spot)}
      and item.status = 'ready'
      and item.id is distinct from ${column('cover_media_id')}
    order by p.created_at desc, p.id desc, pm.media_index limit ${sql.lit(LIMITS.visitor_media_max - 1)})`
}

/** The person requesting a file. A `suspended` person can read their own files and public ones. */
export type FileReader = { user_id: string; is_admin: boolean; is_suspended: boolean } | null

const VIEWER = sql`$2::uuid`
const SELF = sql`$3::uuid`

// Admins see reported content with a limited audience until the decision, and appealed content as well.
const isUndecided = sql`(
  c.status = 'open' or exists (
    select from moderation_decisions decided join appeals a on a.decision_id = decided.id
    where decided.case_id = c.id and a.outcome is null))`
const isForAdmin = sql`exists (
  select from post_media pm join posts p on p.id = pm.post_id
  where pm.media_id = m.id and (
    not exists (select from withheld_posts(${VIEWER}) withheld where withheld.id = p.id offset 0) or exists (
    select from report_cases c
    where (c.post_id = p.id or c.spot_id = p.spot_id or c.comment_id in (
        select comment.id from comments comment where comment.post_id = p.id and comment.media_index = pm.media_index))
      and c.reports_count > 0 and ${isUndecided})))`

// Visitors see covers and the newest items of public spots. Members see photos in visible posts and ads. Owners also see their items
// without a post, and hidden ones until the spot is deleted. Admins see the same as members, plus hidden items and the
// subjects of undecided cases (docs/decisions/0097-who-may-know.md).
const shownFile = preparedStatement<{ is_public: boolean }>(
  'shown_file',
  () => sql<{ is_public: boolean }>`
    select ${VIEWER} is null and ${SELF} is null as is_public
    from media m
    where m.key = $1 and (
      m.owner_id = ${SELF} and m.attached_at is null
      or m.owner_id = ${SELF} and exists (
        select from post_media pm join posts p on p.id = pm.post_id left join spots s on s.id = p.spot_id
        where pm.media_id = m.id and s.deleted_at is null)
      or ${VIEWER} is not null and exists (select from ads a where a.media_id = m.id)
      or $4::boolean and ${isForAdmin}
      or exists (select from visible_media(${VIEWER}) seen where seen.id = m.id) and (${VIEWER} is not null or exists (
        select from spots s where s.cover_media_id = m.id and s.deleted_at is null and ${isForEverybody('s')})
        or exists (
          select from post_media pm join posts p on p.id = pm.post_id join spots s on s.id = p.spot_id
          where pm.media_id = m.id and m.id in (select seen.media_id from ${visitorMedia('s')} seen))))`,
)

/**
 * Checks whether a reader can get a key's files. Returns undefined if they can't; `is_public` tells whether visitors
 * can, too.
 */
export async function findShownFile(
  db: Db,
  key: string,
  reader: FileReader,
): Promise<{ is_public: boolean } | undefined> {
  const viewer = reader && !reader.is_suspended ? reader.user_id : null
  const [row] = await shownFile(db, [key, viewer, reader?.user_id ?? null, reader?.is_admin ?? false])
  return row
}
