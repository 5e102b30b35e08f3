import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { knownSpots } from '../lists/index.ts'
import { isShownInPreviews } from '../media/index.ts'

/** The public preview of a link to a post, a person, a discussion, or a list. */
export type NamedRow = {
  id: string
  /** The title of a post or discussion, or a list's name. Null for a person. */
  title: string | null
  username: string
  full_name: string | null
  spot: string | null
  /** The image's folder, or null if there is no image to show. */
  photo_key: string | null
}

const VISITOR = sql`null::uuid`
// Includes only authors who allow previews and are neither suspended nor deleting their account.
const AUTHOR = sql`visible_people(${VISITOR}) who join preferences choice on choice.user_id = who.user_id and choice.link_previews`

const SELECTS = {
  posts: (id: string) => sql<NamedRow>`
    select p.id, p.title, who.username, who.full_name, s.name as spot, item.key as photo_key
    from ${AUTHOR} join visible_posts(${VISITOR}) p on p.user_id = who.user_id
    left join spots s on s.id = p.spot_id and s.deleted_at is null
    left join lateral (
      select m.key from post_media pm join media m on m.id = pm.media_id
      where pm.post_id = p.id and m.status = 'ready' and (p.spot_id is null or ${isShownInPreviews('m', 's')})
      order by pm.media_index limit 1
    ) item on true
    where p.id = ${id}`,
  people: (id: string) => sql<NamedRow>`
    select who.user_id as id, null as title, who.username, who.full_name, null as spot, picture.key as photo_key
    from ${AUTHOR}
    left join visible_media(${VISITOR}) picture on picture.id = who.avatar_media_id
    where who.user_id = ${id}`,
  discussions: (id: string) => sql<NamedRow>`
    select d.id, d.title, who.username, who.full_name, null as spot, null as photo_key
    from ${AUTHOR} join visible_discussions(${VISITOR}) d on d.user_id = who.user_id
    where d.id = ${id}`,
  // A public list is for everyone. `link_previews` only applies to content that requires an account.
  lists: (id: string) => sql<NamedRow>`
    select l.id, l.name as title, who.username, who.full_name, null as spot, (
      select cover.key from ${knownSpots(VISITOR, sql`l.id`)}
      join visible_media(${VISITOR}) cover on cover.id = s.cover_media_id
      order by ls.position, ls.added_at, ls.spot_id limit 1) as photo_key
    from lists l join visible_people(${VISITOR}) who on who.user_id = l.user_id
    where l.id = ${id} and l.visibility = 'public' and l.hidden_at is null`,
} as const

/** The kinds of pages with individual previews. See `NAMED_PREVIEWS` in the contract. */
export type NamedKind = keyof typeof SELECTS

/** Returns a link's public preview, or undefined if it has none. */
export async function selectNamed(db: Db, kind: NamedKind, id: string): Promise<NamedRow | undefined> {
  return (await SELECTS[kind](id).execute(db)).rows[0]
}
