import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { aPost } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { migrations } from './index.ts'

test('an installation that becomes this version counts what it has, gone spots and videos too', async () => {
  const { url, close } = await emptyDatabase()
  const db = openDatabase(url, { max: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await close()
  })
  await migrate(url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '027')))
  const ada = await aMember(db, 'ada')
  const spot = async (row: { status?: 'gone'; difficulty_level?: 'advanced' }) => {
    const id = uuid()
    const place = { name: 'Spot', latitude: 41.38, longitude: 2.16 }
    await db
      .insertInto('spots')
      .values({ id, ...place, spot_types: ['bowl'], ...row })
      .execute()
    return id
  }
  const filmed = await spot({ difficulty_level: 'advanced' })
  await spot({ status: 'gone' })
  const photographed = await spot({})
  await aPost(db, ada, { spot_id: filmed, media: ['video'] })
  await aPost(db, ada, { spot_id: photographed, media: ['image'] })
  const updated = () => db.selectFrom('spots').select(['id', 'updated_at']).orderBy('id').execute()
  const before = await updated()
  await migrate(url)
  const { rows } = await sql`
    select n::int, n4::int as bowls, n18::int as advanced, n19::int as videos, n20::int as gone from cells where z = 0`.execute(
    db,
  )
  expect(rows).toEqual([{ n: 2, bowls: 2, advanced: 1, videos: 1, gone: 1 }])
  expect(await updated()).toEqual(before)
})
