import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import { startDatabase } from '../../../src/db/start-database.ts'
import { createLog } from '../../../src/platform/log.ts'
import { server } from '../../process/server.ts'
import { freePort } from '../../world/program.ts'
import { type Acknowledged, type Place, Skater } from './client.ts'
import { breaches } from './truth.ts'

// Kill after these delays (ms), alternating between any point in the journey and the sharing of a spot. `npm run proofs
// -- kills` uses random delays.
const MOMENTS = [90, 0, 430, 12, 800, 27, 1300, 48]
const KILLS = MOMENTS.length
const SKATERS = 3
const WIDE = [
  'sign_up',
  'unproven',
  'sign_in',
  'sign_in_account',
  'mail',
  'mail_address',
  'read',
  'write',
  'upload',
  'upload_chunk',
  'post',
]
  .flatMap((rate) => [`${rate}.ip=100000/60`, `${rate}.user=100000/60`])
  .join(',')

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test(`R1 R2 I1 I2 I3 I5 I6: ${KILLS} times kill -9 between sign-up and a shared spot: nothing acknowledged is lost or half-done`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-kill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = String(await freePort())
  const env = {
    DATA_DIR: join(folder, 'data'),
    PORT: port,
    RATE_LIMITS: WIDE,
    MAP_STYLE_URL: 'shipped',
    LOG_LEVEL: 'error',
  }
  const at: Place = { url: `http://localhost:${port}`, dataDir: env.DATA_DIR }
  const acked: Acknowledged = { people: [], uploads: [], spots: [] }

  let process_ = await server(env)
  await process_.ready()
  const output = [process_.output]
  onTestFailed(() => console.error(output.map(({ out, err }) => out + err).join('')))
  const signal = { share: gate(), over: false }
  const skaters = Array.from({ length: SKATERS }, () => new Skater(at, acked))
  const [walker, ...sharers] = skaters
  // Photos are uploaded before the first kill, so that half of the kills can happen during a share.
  await Promise.all(sharers.map((skater) => skater.arrives()))
  const stocks = await Promise.all(
    sharers.map(async (skater) => {
      const stock: string[] = []
      while (stock.length < KILLS / 2) stock.push(await skater.uploads())
      return stock
    }),
  )
  const journeys = [
    (async () => {
      while (!signal.over) {
        await walker?.arrives()
        const photos = [await walker?.uploads(), await walker?.uploads()]
        await walker?.shares(photos.flatMap((photo) => photo ?? []))
      }
    })(),
    ...sharers.map(async (skater, who) => {
      for (const photo of stocks[who] ?? []) {
        await signal.share.opened
        await skater.shares([photo])
      }
    }),
  ]
  // If a journey fails, the test ends immediately.
  const broken = Promise.all(journeys)

  const back: number[] = []
  const during: Record<string, number> = {}
  for (const [kills, moment] of MOMENTS.entries()) {
    if (kills % 2) {
      signal.share.open()
      await sleep(moment)
    } else await Promise.race([sleep(moment), broken])
    for (const { step } of skaters) during[step] = (during[step] ?? 0) + 1
    await process_.kill()
    if (kills % 2) signal.share = gate()
    const begun = performance.now()
    process_ = await server(env)
    output.push(process_.output)
    await process_.ready()
    back.push(performance.now() - begun)
  }
  signal.over = true
  signal.share.open()
  await broken

  // The next start completes unfinished work. The map's counts are updated within a second or two.
  const { url, stop } = await startDatabase(
    { databaseUrl: null, dataDir: env.DATA_DIR },
    createLog('error'),
    { borrow: true },
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await expect
    .poll(async () => (await client.query('select count(*)::int as n from spot_changes')).rows[0].n)
    .toBe(0)
  try {
    expect(await breaches(client, join(env.DATA_DIR, 'media'), acked)).toEqual([])
  } finally {
    await client.end()
    await stop()
  }
  for (const { email, token } of acked.people.slice(-5)) {
    const answer = await fetch(`${at.url}/api/session`, { headers: { authorization: `Bearer ${token}` } })
    expect(((await answer.json()) as { user: { email: string } }).user.email).toBe(email)
  }
  expect(skaters.flatMap(({ errors }) => errors)).toEqual([])
  expect(acked.spots.length).toBeGreaterThanOrEqual(KILLS)
  expect(during.sharing).toBeGreaterThanOrEqual(KILLS / 4)
  console.log(
    `${KILLS} kills, during ${JSON.stringify(during)}; ${acked.people.length} people, ${acked.uploads.length} photos, ${acked.spots.length} spots acknowledged; ready again after ${Math.round(back.toSorted((a, b) => a - b)[back.length >> 1] ?? 0)} ms (median)`,
  )
}, 900_000)
