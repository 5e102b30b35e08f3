import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aMediaItem, aSpot } from '../../../test/spots.ts'

let it: TestApp
let ada: TestPerson

beforeAll(async () => {
  it = await testApp()
  ;({ ada } = await people(it, 'ada'))
  await sql`create function refuse_it() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`.execute(it.db)
})
afterAll(() => it.close())

const remove = (id: string) =>
  it.app.inject({ method: 'DELETE', url: `/api/spots/${id}`, headers: ada.bearer })

test('SPOT-22 P-14 whether posts or spot could not be deleted is told apart, and then nothing is', async () => {
  const made = await it.app.inject({
    method: 'POST',
    url: '/api/spots',
    payload: aSpot({ media_ids: [await aMediaItem(it.db, ada.user_id)] }),
    headers: { ...ada.bearer, 'idempotency-key': randomUUID() },
  })
  const { id } = made.json()
  const failing = async (table: 'posts' | 'spots') => {
    const name = sql.table(table)
    await sql`create trigger refuse_it before update on ${name} for each row execute function refuse_it()`.execute(
      it.db,
    )
    const answer = await remove(id)
    await sql`drop trigger refuse_it on ${name}`.execute(it.db)
    const spot = await it.db.selectFrom('spots').select('deleted_at').where('id', '=', id).executeTakeFirst()
    expect(spot).toEqual({ deleted_at: null })
    const posts = await it.db.selectFrom('posts').select('hidden_at').where('spot_id', '=', id).execute()
    expect(posts).toEqual([{ hidden_at: null }])
    return { status: answer.statusCode, code: answer.json().code }
  }
  expect(await failing('posts')).toEqual({ status: 500, code: 'POSTS_NOT_DELETED' })
  expect(await failing('spots')).toEqual({ status: 500, code: 'INTERNAL' })
  expect((await remove(id)).statusCode).toBe(204)
})
