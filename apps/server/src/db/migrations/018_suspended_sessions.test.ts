import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { aMember } from '../../../test/spots.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { migrations } from './index.ts'

test('B1 a session from before a suspension ends with it, also one of older data', async () => {
  const { url, close } = await emptyDatabase()
  const db = openDatabase(url, { max: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await close()
  })
  await migrate(url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '018')))
  const [out, here] = [await aMember(db, 'out'), await aMember(db, 'here')]
  const expires_at = new Date(Date.now() + 3600_000)
  const signIn = (user_id: string) =>
    db
      .insertInto('sessions')
      .values({ id: uuid(), user_id, token: uuid(), expires_at, ip_address: null, user_agent: null })
      .execute()
  const suspend = (user_id: string, suspended_at: Date | null) =>
    db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', user_id).execute()
  const signedIn = async () =>
    (await db.selectFrom('sessions').select('user_id').execute()).map(({ user_id }) => user_id)
  await signIn(out)
  await signIn(here)
  await suspend(out, new Date())
  expect(await signedIn()).toHaveLength(2)
  await migrate(url)
  expect(await signedIn()).toEqual([here])
  await suspend(here, new Date())
  expect(await signedIn()).toEqual([])
  // What begins afterwards stays: it reads, and is whole again when they are let in.
  await signIn(here)
  await suspend(here, new Date())
  await suspend(here, null)
  expect(await signedIn()).toEqual([here])
})
