import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { discoverPage } from '../../../apps/server/src/modules/discover/discover.service.ts'
import { writeCursor } from '../../../apps/server/src/platform/http/index.ts'
import { measureBoth, noTimings, reportGrowth } from './growth.ts'
import { measureCpu, quantile } from './bench-server.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'
import { openWorld } from './world/open.ts'
import { timeOfShare, LENGTH_TO } from './world/sizes.ts'

// Discover: measures the database's CPU time for a page of 30 at any depth, as the ratio of the large world to the
// small one (one connection each, alternating). Every tenth page is immediately before the long run of posts without
// photos. Also measures the cost of blocks on the first page, whose photos are viral.
const { values } = parseArgs({ options: { pages: { type: 'string', default: '300' } } })
const PAGES = Number(values.pages)

const random = randomFrom(7)

function aPoint(i: number) {
  const at = timeOfShare(i % 10 === 0 ? LENGTH_TO : random(), Date.now())
  return writeCursor(['discover', at.toISOString(), 'ffffffff-ffff-4fff-bfff-ffffffffffff', 0])
}

const sides = await openWorld()
const { world } = sides
const timings = noTimings()
const bytes: number[] = []
for (let i = -30; i < PAGES; i++) {
  const cursor = aPoint(i)
  const page = await measureBoth(i < 0 ? null : timings, sides, ({ db, who }) =>
    discoverPage(db, who.friendly, cursor),
  )
  if (i >= 0) bytes.push(gzipSync(page.bytes).length)
}
const blocking = { alone: [] as number[], blocksHundred: [] as number[] }
for (let i = -8; i < PAGES; i++)
  for (const role of ['alone', 'blocksHundred'] as const) {
    const { took } = await measureCpu(world.db, () => discoverPage(world.db, world.who[role], undefined))
    if (i >= 0) blocking[role].push(took)
  }

reportGrowth('page at any depth', timings, 1.2)
report({ name: 'page of 30 items gzipped, p95', value: quantile(bytes, 0.95), unit: 'B' })
const ofNone = quantile(blocking.alone, 0.5)
report({
  name: 'first page with viral photos, 100 blocked, database CPU p50, of none',
  value: quantile(blocking.blocksHundred, 0.5) / ofNone,
  unit: 'x',
  // Each of a hundred blocked people is looked up in two indexes (see docs/decisions/0018-blocks.md).
  goal: { max: 2.2 },
  detail: `none blocked: ${ofNone.toFixed(2)} ms`,
})
await done()
