import type { FollowEvent, PersonCard } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { appendEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { isVisibleTo } from '../blocks/index.ts'
import { notify, publishWithdrawn } from '../notifications/index.ts'
import { selectCounts } from './person-counts.queries.ts'
import { deleteFollow, insertFollow } from './follows.queries.ts'
import { type ListKind, type PersonCursor, selectPeopleOf } from './people-lists.queries.ts'
import { say } from '../../platform/languages/index.ts'

const PEOPLE_PAGE = 30

type DatabaseError = { code?: string; constraint?: string }

// The person was deleted or a block was inserted after the visibility check.
function refuseMissing(error: unknown) {
  const { code, constraint } = error as DatabaseError
  throw code === '23503' || constraint === 'follows_past_block' ? new Refusal('PERSON_NOT_FOUND') : error
}

function publishFollow(tx: Tx, data: FollowEvent): Promise<void> {
  return appendEvent(tx, { topic: 'people', name: 'follow', data })
}

/** Whether the viewer follows a person, and that person's number of followers. */
export type FollowState = { following: boolean; followers_count: number }

/**
 * Follows or unfollows a person; idempotent.
 * @throws Refusal PERSON_NOT_FOUND, including when either person blocks the other; BAD_REQUEST for oneself
 */
export async function setFollow(
  db: Db,
  follower_id: string,
  following_id: string,
  following: boolean,
): Promise<FollowState> {
  if (follower_id === following_id)
    throw new Refusal('BAD_REQUEST', { detail: say`You can’t follow yourself.` })
  return db.transaction().execute(async (tx) => {
    if (!(await isVisibleTo(tx, follower_id, following_id))) throw new Refusal('PERSON_NOT_FOUND')
    const changed = following
      ? await insertFollow(tx, { id: uuid(), follower_id, following_id }).catch(refuseMissing)
      : await deleteFollow(tx, follower_id, following_id)
    if (changed && following) {
      await notify(tx, {
        type: 'follow',
        from_user_id: follower_id,
        user_ids: [following_id],
        target_id: following_id,
      })
    }
    if (changed && !following) await publishWithdrawn(tx, [following_id])
    if (changed) await publishFollow(tx, { follower_id, following_id, following })
    const counts = await selectCounts(tx, follower_id, following_id)
    if (!counts) throw new Refusal('PERSON_NOT_FOUND')
    return { following, followers_count: counts.followers_count }
  })
}

const Cursor = z.tuple([
  z.enum(['followers', 'following']),
  z.uuid(),
  z.number().int(),
  z.string().max(200),
  z.uuid(),
])

function decodeCursor(list: { user_id: string; kind: ListKind }, cursor: string): PersonCursor {
  const [kind, listOwner, mutual, name, user_id] = readCursor(Cursor, cursor)
  if (kind !== list.kind || listOwner !== list.user_id) throw new Refusal('BAD_CURSOR')
  return { mutual, name, user_id }
}

/**
 * Returns a page of a person's followers, or of the people they follow.
 * @throws Refusal PERSON_NOT_FOUND, BAD_CURSOR
 */
export async function peoplePage(
  db: Db,
  viewer: string,
  list: { user_id: string; kind: ListKind },
  cursor: string | undefined,
): Promise<{ items: PersonCard[]; next_cursor: string | null; count: number }> {
  const after = cursor === undefined ? null : decodeCursor(list, cursor)
  if (!(await isVisibleTo(db, viewer, list.user_id))) throw new Refusal('PERSON_NOT_FOUND')
  const found = await selectPeopleOf(db, viewer, list, { after, limit: PEOPLE_PAGE + 1 })
  const counts = await selectCounts(db, viewer, list.user_id)
  if (!counts) throw new Refusal('PERSON_NOT_FOUND')
  const page = found.slice(0, PEOPLE_PAGE)
  const last = found.length > PEOPLE_PAGE ? page.at(-1)?.cursor : undefined
  return {
    items: page.map(({ card }) => card),
    next_cursor: last ? writeCursor([list.kind, list.user_id, last.mutual, last.name, last.user_id]) : null,
    count: counts[`${list.kind}_count`],
  }
}
