import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { isInCrew } from '../audiences/index.ts'
import { viewerId } from '../blocks/index.ts'
import { joinAltTexts } from '../media/index.ts'

/** The kinds of content that can be reported. */
export type Kind =
  | 'spot'
  | 'post'
  | 'comment'
  | 'user'
  | 'message'
  | 'discussion'
  | 'list'
  | 'bulletin'
  | 'crew'
  | 'meetup'
/** What a report is about. */
export type Subject = { kind: Kind; id: string }
/** A subject's owner and current text. */
export type SubjectState = { owner_id: string | null; words: string }

/** Maximum number of characters to store with a case. */
const TEXT_MAX = 5000

type Condition = RawBuilder<unknown>

// `shown` wraps the conditions on the viewer and on hidden content, so that the audit can ignore them.
async function selectSubject(
  db: Db,
  { kind, id }: Subject,
  viewer: string | null,
  shown: (condition: Condition) => Condition,
): Promise<SubjectState | undefined> {
  const me = viewerId(viewer)
  const visible = (column: string) =>
    sql`exists (select from unblocking_people(${me}) who where who.user_id = ${sql.ref(column)})`
  const knownSpot = (column: string) =>
    sql`not exists (select from withheld_spots(${me}) withheld where withheld.id = ${sql.ref(column)})`
  const known = (post: string) =>
    sql`not exists (select from withheld_posts(${me}) withheld where withheld.id = ${sql.ref(`${post}.id`)})`
  const queries = {
    spot: sql<SubjectState>`select created_by as owner_id, concat_ws(e'\n', name, description,
        (select concat_ws(e'\n', f.fee_note, f.phone, f.website) from spot_facts f where f.spot_id = spots.id)) as words
      from spots where id = ${id} and deleted_at is null and ${shown(knownSpot('spots.id'))}`,
    post: sql<SubjectState>`select user_id as owner_id, left(concat_ws(e'\n', title, content,
        ${joinAltTexts('posts.id')}), ${TEXT_MAX}) as words
      from posts where id = ${id}
        and ${shown(sql`hidden_at is null and ${visible('posts.user_id')} and ${known('posts')}`)}`,
    comment: sql<SubjectState>`select c.user_id as owner_id, c.content as words
      from comments c left join posts p on p.id = c.post_id left join discussions d on d.id = c.discussion_id
      where c.id = ${id} and ${shown(sql`c.hidden_at is null and coalesce(p.hidden_at, d.hidden_at) is null
        and ${visible('c.user_id')} and (p.id is null or ${visible('p.user_id')} and ${known('p')})
        and (d.id is null or ${visible('d.user_id')})`)}`,
    user: sql<SubjectState>`select user_id as owner_id, concat_ws(e'\n', username, full_name, bio, home_town, (
        select string_agg(c.name, e'\n' order by c.id) from crews c where c.named_by = profiles.user_id)) as words
      from profiles where user_id = ${id} and ${shown(visible('profiles.user_id'))}`,
    // A message that the viewer received can be reported even if either person has blocked the other.
    message: sql<SubjectState>`select m.user_id as owner_id,
        concat_ws(e'\n', m.content, '[shared ' || m.shared || ' ' || coalesce(m.spot_id, m.post_id, m.list_id) || ']') as words
      from messages m join message_sides side on side.thread_id = m.thread_id and side.user_id = ${viewer}
      where m.id = ${id} and m.deleted_at is null and m.seq > side.cleared_seq`,
    discussion: sql<SubjectState>`select user_id as owner_id, concat_ws(e'\n', title, content) as words
      from discussions where id = ${id} and ${shown(sql`hidden_at is null and ${visible('discussions.user_id')}`)}`,
    // Includes the notes that the list's readers saw. People who read a list through its link already have its id, and
    // the id alone grants no access.
    list: sql<SubjectState>`select l.user_id as owner_id, left(concat_ws(e'\n', l.name, l.description,
        (select string_agg(ls.note, e'\n' order by ls.position) from list_spots ls
          where ls.list_id = l.id and ${shown(knownSpot('ls.spot_id'))})), ${TEXT_MAX}) as words
      from lists l where l.id = ${id} and ${shown(sql`(l.visibility in ('link', 'public')
        or ${isInCrew(me, 'l.crew_id')}) and l.hidden_at is null and ${visible('l.user_id')}`)}`,
    // A bulletin reaches the whole area, including people who blocked the steward.
    bulletin: sql<SubjectState>`select user_id as owner_id, content as words from bulletins
      where id = ${id} and ${shown(sql`ends_at > now() and ${knownSpot('bulletins.spot_id')}`)}`,
    // Members and invited people can report a crew's name if it's visible. The report is against the member who set it.
    crew: sql<SubjectState>`select coalesce(c.named_by, (
        select m.user_id from crew_members m where m.crew_id = c.id and m.role = 'owner')) as owner_id, c.name as words
      from crews c where c.id = ${id} and ${shown(sql`c.hidden_name is null
        and (${isInCrew(me, 'c.id')}
          or exists (select from crew_invitations i where i.crew_id = c.id and i.user_id = ${me}
            and i.declined_at is null and i.withdrawn_at is null))`)}`,
    meetup: sql<SubjectState>`select m.user_id as owner_id, coalesce(m.note, '') as words
      from meetups m where m.id = ${id} and ${shown(sql`exists (
        select from visible_meetups(${me}) seen where seen.id = m.id)`)}`,
  }[kind]
  const { rows } = await queries.execute(db)
  return rows[0]
}

/**
 * Returns a subject's owner and current text, or undefined if the viewer can't see it. People the viewer blocked can
 * still be reported.
 */
export function findSubject(
  db: Db,
  subject: Subject,
  viewer: string | null,
): Promise<SubjectState | undefined> {
  return selectSubject(db, subject, viewer, (condition) => condition)
}

/** Like {@link findSubject}, but ignores hiding and limited audiences. For the audit of a deletion. */
export function findAnySubject(
  tx: Tx,
  subject: Subject & { kind: Exclude<Kind, 'message'> },
): Promise<SubjectState | undefined> {
  return selectSubject(tx, subject, null, () => sql`true`)
}
