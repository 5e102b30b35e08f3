import { sql } from 'kysely'
import type { Db } from '../../../../../apps/server/src/db/open.ts'
import { emptyState, type State } from './state.ts'

type Rows = {
  people: { id: string; suspended: boolean; leaving: boolean }[]
  spots: { id: string; creator: string | null; deleted: boolean }[]
  posts: {
    id: string
    author: string
    spot: string | null
    hidden: boolean
    with_spot: boolean
    made: boolean
  }[]
  comments: { id: string; author: string; post: string; parent: string | null }[]
} & Record<'likes' | 'comment_likes' | 'saves' | 'follows' | 'blocks', [string, string][]>

function list(of: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(row), '[]') from (${of}) row)`
}

function pairs(of: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(json_build_array(a, b)), '[]') from (${of}) pair (a, b))`
}

/** Reads these people's community from the tables, with SQL written separately from the server's. */
export async function storedState(db: Db, people: readonly string[]): Promise<State> {
  const any = sql`any (${people}::uuid[])`
  const { rows } = await sql<Rows>`select
    ${list(sql`select user_id as id, suspended_at is not null as suspended, deletion_requested_at is not null as leaving
      from profiles where user_id = ${any}`)} as people,
    ${list(sql`select distinct s.id, s.created_by as creator, s.deleted_at is not null as deleted
      from spots s left join posts p on p.spot_id = s.id where s.created_by = ${any} or p.user_id = ${any}`)} as spots,
    ${list(sql`select p.id, p.user_id as author, p.spot_id as spot, p.hidden_at is not null as hidden,
      p.hidden_at = s.deleted_at as with_spot, p.kind = 'spot' as made
      from posts p left join spots s on s.id = p.spot_id where p.user_id = ${any}`)} as posts,
    ${list(sql`select id, user_id as author, post_id as post, parent_comment_id as parent
      from comments where user_id = ${any}`)} as comments,
    ${pairs(sql`select user_id, post_id from likes where user_id = ${any}`)} as likes,
    ${pairs(sql`select user_id, comment_id from comment_likes where user_id = ${any}`)} as comment_likes,
    ${pairs(sql`select user_id, post_id from saved_posts where user_id = ${any}`)} as saves,
    ${pairs(sql`select follower_id, following_id from follows where follower_id = ${any}`)} as follows,
    ${pairs(sql`select blocker_id, blocked_id from blocks where blocker_id = ${any}`)} as blocks`.execute(db)
  const [found] = rows
  if (!found) throw new Error('no answer')
  const who = (id: string): number => people.indexOf(id)
  const state = emptyState(people.length)
  people.forEach((id, n) => {
    const person = found.people.find((one) => one.id === id)
    state.people[n] = person
      ? { suspended: person.suspended, leaving: person.leaving, left: false }
      : { suspended: false, leaving: false, left: true }
  })
  for (const { id, creator, deleted } of found.spots)
    state.spots.set(id, { creator: creator === null ? null : who(creator), deleted })
  for (const { id, author, spot, hidden, with_spot, made } of found.posts)
    state.posts.set(id, {
      author: who(author),
      spot,
      hiddenBy: hidden ? (with_spot ? 'spot' : 'case') : null,
      made,
    })
  for (const { id, author, post, parent } of found.comments)
    state.comments.set(id, { author: who(author), post, parent })
  for (const [set, storedPairs, ofPeople] of [
    [state.likes, found.likes, false],
    [state.commentLikes, found.comment_likes, false],
    [state.saves, found.saves, false],
    [state.follows, found.follows, true],
    [state.blocks, found.blocks, true],
  ] as const)
    for (const [a, b] of storedPairs) set.add(`${who(a)} ${ofPeople ? who(b) : b}`)
  return state
}
