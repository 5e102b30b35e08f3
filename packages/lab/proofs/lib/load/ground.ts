import { sql } from 'kysely'
import { openDatabase } from '../../../../../apps/server/src/db/open.ts'
import { Passwords } from '../../../../../apps/server/src/modules/accounts/sign-in/password-hash.ts'
import { phonePhoto } from '../../../../../apps/server/test/makers/media-files.ts'
import { aPost, aSpotRow } from '../../../../../apps/server/test/makers/posts.ts'
import { makeMembers } from '../members.ts'
import type { Ground } from './kinds.ts'

const PEOPLE = 100
const POSTS = 60

/** Fills an empty database with spots, posts, and people whose password hashes have their real cost. */
export async function fillGround(url: string): Promise<Ground> {
  const db = openDatabase(url, { max: 2, statementTimeoutMs: 0 })
  try {
    const password = 'one password rolls away clean'
    const members = (await makeMembers(db, PEOPLE)).map((member) => ({ ...member, password }))
    const hash = await new Passwords().hash(password)
    await db.updateTable('accounts').set({ password: hash }).execute()
    const posts: string[] = []
    for (let n = 0; n < POSTS; n += 1) {
      const { user_id } = members[n % PEOPLE] ?? { user_id: '' }
      posts.push(await aPost(db, user_id, { spot_id: await aSpotRow(db, user_id, `Ledge ${n}`) }))
    }
    await sql`analyze`.execute(db)
    return { members, posts, photo: await phonePhoto({ width: 320, height: 240 }) }
  } finally {
    await db.destroy()
  }
}
