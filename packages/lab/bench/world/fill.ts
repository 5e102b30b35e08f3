import { sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'
import { makeHelpers, withoutIndexes } from './helpers.ts'
import { choosePeople, makeFollows, makePeople } from './people.ts'
import { choosePlaces, choosePosts, makePosts } from './posts.ts'
import { countPeople, makeNotifications, settle } from './settle.ts'
import type { WorldSize } from './sizes.ts'
import { makeCommentLikes, makeDiscussions, makeMessages, makeComments } from './comments.ts'

const TABLES = [
  'users',
  'profiles',
  'follows',
  'blocks',
  'media',
  'spots',
  'posts',
  'post_media',
  'likes',
  'comments',
  'comment_likes',
  'discussions',
  'discussion_likes',
  'notifications',
  'messages',
  'message_sides',
]

type Step = (db: Db, size: WorldSize) => Promise<void>
const CHOOSE: Step[] = [makeHelpers, choosePeople, choosePlaces, choosePosts]
const WRITE: Step[] = [makeComments, makePosts, makePeople, makeFollows, makeDiscussions, makeCommentLikes]
const SETTLE: Step[] = [countPeople, makeNotifications, makeMessages]

/**
 * Fills an empty, migrated database with a world. Uses set-based statements on the only connection of `db`, whose role
 * must be a superuser. Triggers and foreign keys are off, so counts by triggers and rollups are written last.
 */
export async function fillWorld(db: Db, size: WorldSize, log: (line: string) => void): Promise<void> {
  const run = async (steps: readonly Step[]) => {
    for (const step of steps) {
      const begin = performance.now()
      await step(db, size)
      log(`${step.name} ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    }
  }
  await sql`set session_replication_role = replica`.execute(db)
  await run(CHOOSE)
  await withoutIndexes(db, TABLES, () => run(WRITE))
  await withoutIndexes(db, ['notifications', 'messages', 'message_sides'], () => run(SETTLE))
  await run([settle])
  await sql`set session_replication_role = origin`.execute(db)
  await sql`drop table person, place, post, item, topic, thread`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
