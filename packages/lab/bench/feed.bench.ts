import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { feedPage } from '../../../apps/server/src/modules/posts/feed/feed.service.ts'
import { writeCursor } from '../../../apps/server/src/platform/http/index.ts'
import { measureBoth, noTimings, reportGrowth } from './growth.ts'
import { measureCpu, quantile } from './bench-server.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'
import { openWorld } from './world/open.ts'
import { HOT_POSTS, timeOfShare } from './world/sizes.ts'

// The feed: measures the database's CPU time for a page at any depth, as the ratio of the large world to the small one
// (one connection each, alternating). Also measures a page's size, and the cost of blocks on the first page, half of
// which is viral.
const { values } = parseArgs({ options: { pages: { type: 'string', default: '300' } } })
const PAGES = Number(values.pages)

const random = randomFrom(5)

function aPoint() {
  return writeCursor([
    'all',
    timeOfShare(random(), Date.now()).toISOString(),
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ])
}

const sides = await openWorld()
const { world } = sides
const timings = noTimings()
const bytes: number[] = []
for (let i = -30; i < PAGES; i++) {
  const cursor = aPoint()
  const page = await measureBoth(i < 0 ? null : timings, sides, ({ db, who }) =>
    feedPage(db, who.friendly, { filter: 'all', cursor }),
  )
  if (i >= 0) bytes.push(gzipSync(page.bytes).length)
}
const BLOCKING = { alone: 'none', blocksOne: '1', blocksHundred: '100' } as const
// Each of a hundred blocked people is looked up in two indexes (see docs/decisions/0018-blocks.md).
const GOALS = { blocksOne: 1.3, blocksHundred: 2.2 } as const
const blocking: Record<keyof typeof BLOCKING, number[]> = { alone: [], blocksOne: [], blocksHundred: [] }
for (let i = -8; i < PAGES; i++)
  for (const role of Object.keys(BLOCKING) as (keyof typeof BLOCKING)[]) {
    const { took } = await measureCpu(world.db, () => feedPage(world.db, world.who[role], { filter: 'all' }))
    if (i >= 0) blocking[role].push(took)
  }

reportGrowth('page at any depth', timings, 1.2)
report({
  name: 'page of 20 posts gzipped, p95',
  value: quantile(bytes, 0.95),
  unit: 'B',
  // Posts by twenty people at twenty spots. docs/decisions/0021-feed.md describes the content.
  goal: { max: 7_500 },
})
const ofNone = quantile(blocking.alone, 0.5)
for (const role of ['blocksOne', 'blocksHundred'] as const)
  report({
    name: `first page with ${HOT_POSTS} viral posts, ${BLOCKING[role]} blocked, database CPU p50, of none`,
    value: quantile(blocking[role], 0.5) / ofNone,
    unit: 'x',
    goal: { max: GOALS[role] },
    detail: `none blocked: ${ofNone.toFixed(2)} ms`,
  })
await done()
