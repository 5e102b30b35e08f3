import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { type JsonText, readCursor, Refusal } from '../../platform/http/index.ts'
import { requireMember } from '../crews/index.ts'
import { selectOfCrew, selectOfPerson } from './person-posts.queries.ts'
import { FEED_TOP } from './feed/feed.queries.ts'
import { buildPage } from './feed/feed.service.ts'

const OfPerson = z.tuple([z.enum(['posts', 'pictures']), z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of a person's posts or profile pictures, newest first. The caller must check that the viewer can see
 * the person.
 * @throws Refusal BAD_CURSOR, including for another list's cursor
 */
export async function readPersonPosts(
  db: Db,
  viewer: string,
  of: { user_id: string; only: 'posts' | 'pictures' },
  cursor: string | undefined,
): Promise<JsonText> {
  let after = FEED_TOP
  if (cursor !== undefined) {
    const [only, user_id, created_at, id] = readCursor(OfPerson, cursor)
    if (only !== of.only || user_id !== of.user_id) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  return buildPage(await selectOfPerson(db, viewer, of, after), [of.only, of.user_id])
}

const OfCrew = z.tuple([z.literal('crew'), z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of posts shared with a crew, newest first.
 * @throws Refusal CREW_NOT_FOUND, BAD_CURSOR
 */
export async function readCrewPosts(
  db: Db,
  viewer: string,
  crew_id: string,
  cursor: string | undefined,
): Promise<JsonText> {
  let after = FEED_TOP
  if (cursor !== undefined) {
    const [, of, created_at, id] = readCursor(OfCrew, cursor)
    if (of !== crew_id) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  await requireMember(db, viewer, crew_id)
  return buildPage(await selectOfCrew(db, viewer, crew_id, after), ['crew', crew_id])
}
