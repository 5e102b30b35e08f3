import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../../../packages/lab/proofs/lib/report.ts'
import { type TestApp, testApp } from '../world/app.ts'
import { crawlOpenData, type CrawlResult, plantLeak, plantSpots } from '../world/open-crawl.ts'
import { isProof } from '../world/proof.ts'

// 10,000 as `npm run proofs -- open-data`.
const COUNT = isProof ? 10_000 : 400
const SEED = Number(process.env.NOLLIE_SEED ?? 20261123)

let it: TestApp
let planted: Awaited<ReturnType<typeof plantSpots>>
beforeAll(async () => {
  it = await testApp({ memberLicense: 'ODbL-1.0' })
  planted = await plantSpots(it, seeded(SEED), COUNT)
})
afterAll(() => it.close())

function describeLeaks(results: readonly CrawlResult[]) {
  return Object.fromEntries(results.map(({ output, leaks }) => [output, leaks.length]))
}

test('A10 no hidden spot is exactly in open data, embedded maps, areas, or lists, and all open spots are', async () => {
  const results = await crawlOpenData(it, planted)
  const open = planted.spots.filter(({ isOpen }) => isOpen).length
  if (isProof) console.log(`${COUNT} spots, ${open} of them open, seed ${SEED}`, describeLeaks(results))
  expect(open).toBeGreaterThan(COUNT / 5)
  expect(results.length).toBe(10)
  for (const { output, leaks, missing } of results) {
    expect(leaks, output).toEqual([])
    expect(missing, output).toBe(0)
  }
}, 600_000)

test('A10 the crawl notices a planted leak in every output', async () => {
  await plantLeak(it)
  for (const { output, leaks } of await crawlOpenData(it, planted))
    expect(leaks.length, output).toBeGreaterThan(COUNT / 10)
}, 600_000)
