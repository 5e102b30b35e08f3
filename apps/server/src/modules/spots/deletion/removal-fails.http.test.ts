import { sql } from 'kysely'
import { expect } from 'vitest'
import { aMediaItem, aSpot } from '../../../../test/makers/spots.ts'
import type { Actor } from '../../../../test/actors/actor.ts'
import { test } from '../../../../test/world/fixtures.ts'

test.beforeAll(async ({ app }) => {
  await sql`create function refuse_it() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`.execute(app.db)
})

function remove(ada: Actor, id: string) {
  return ada.send('DELETE', `/api/spots/${id}`)
}

test('SPOT-22 P-14 failing to delete posts or the spot causes different errors, and deletes nothing', async ({
  app,
  ada,
}) => {
  const made = await ada.shareSpot(aSpot({ media_ids: [await aMediaItem(app.db, ada.user_id)] }))
  const { id } = made
  const failing = async (table: 'posts' | 'spots') => {
    const name = sql.table(table)
    await sql`create trigger refuse_it before update on ${name} for each row execute function refuse_it()`.execute(
      app.db,
    )
    const answer = await remove(ada, id)
    await sql`drop trigger refuse_it on ${name}`.execute(app.db)
    const spot = await app.db.selectFrom('spots').select('deleted_at').where('id', '=', id).executeTakeFirst()
    expect(spot).toEqual({ deleted_at: null })
    const posts = await app.db.selectFrom('posts').select('hidden_at').where('spot_id', '=', id).execute()
    expect(posts).toEqual([{ hidden_at: null }])
    return { status: answer.statusCode, code: answer.json().code }
  }
  expect(await failing('posts')).toEqual({ status: 500, code: 'POSTS_NOT_DELETED' })
  expect(await failing('spots')).toEqual({ status: 500, code: 'INTERNAL' })
  expect((await remove(ada, id)).statusCode).toBe(204)
})
