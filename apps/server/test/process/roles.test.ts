import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { insertMember } from '../makers/member-rows.ts'
import { aPost } from '../makers/posts.ts'
import { server } from './server.ts'
import { surroundings } from './surroundings.ts'

const SECRET = 'one secret of at least thirty-two characters'

/** Creates an environment that several programs share. */
async function fleet() {
  const { client, env } = await surroundings()
  const shared = { ...env, SECRET }
  return { client, env: shared, start: (role: string) => server(shared, [], ['--role', role]) }
}

function fetchStatus(url: string, init?: RequestInit) {
  return fetch(url, init).then(
    ({ status }) => status,
    () => 0,
  )
}

function signUp(url: string, email: string) {
  return fetchStatus(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: 'ada', email, password: 'Correct-Horse-9-Battery' }),
  })
}

test('a web process answers requests but does no work; a worker works and answers only health checks', async () => {
  const { client, start } = await fleet()
  const web = await start('web')
  await web.ready()
  expect(web.output.out).toContain('role   web: start a worker')
  expect(await signUp(web.url, 'ada@example.org')).toBe(202)
  const jobs = async () =>
    (await client.query(`select state from jobs.job order by 1`)).rows.map(({ state }) => state)
  await sleep(1_500)
  expect(await jobs()).toEqual(['created'])
  const worker = await start('worker')
  await worker.ready('Nollie is running jobs')
  await expect.poll(async () => (await jobs()).every((state) => state === 'completed')).toBe(true)
  expect(await fetchStatus(`${worker.url}/api/health/ready`)).toBe(200)
  for (const path of ['/', '/api/config', '/api/posts', '/api/openapi.json'])
    expect(await fetchStatus(`${worker.url}${path}`), path).toBe(404)
  expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0])
})

test('an unknown role makes the start fail with a line that lists all roles', async () => {
  const { env } = await fleet()
  const { ended, output } = await server(env, [], ['--role', 'boss'])
  expect(await ended).toBe(1)
  expect(output.err).toBe("Nollie can't start:\n  Usage: npm start -- --role all|web|worker\n")
})

test('likes are counted once even if three processes work', async () => {
  const { env, start } = await fleet()
  const all = await Promise.all(['worker', 'worker', 'all'].map(start))
  await Promise.all(all.map((one) => one.ready('Nollie')))
  const db = openDatabase(env.DATABASE_URL)
  onTestFinished(() => db.destroy())
  const likers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      insertMember(db, {
        username: `liker_${n}`,
        email: `liker${n}@example.org`,
        password: 'Correct-Horse-9',
      }),
    ),
  )
  const post_id = await aPost(db, likers[0] ?? '')
  await Promise.all(
    likers.map((user_id) =>
      db.insertInto('likes').values({ id: uuid(), post_id, media_index: 0, user_id }).execute(),
    ),
  )
  const counted = async () => ({
    ...(await db
      .selectFrom('post_media')
      .select('like_count')
      .where('post_id', '=', post_id)
      .executeTakeFirst()),
    waiting: await db.selectFrom('counter_delta').select('delta').execute(),
  })
  await expect.poll(counted).toEqual({ like_count: 12, waiting: [] })
  await sleep(1_500)
  expect(await counted()).toEqual({ like_count: 12, waiting: [] })
})
