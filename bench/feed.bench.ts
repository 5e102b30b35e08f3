import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { feedPage } from '../apps/server/src/modules/posts/feed.service.ts'
import { writeCursor } from '../apps/server/src/platform/http/index.ts'
import { growth } from './growth.ts'
import { cpuOf, quantile } from './map-lib.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'
import { openWorld, type Side } from './world/open.ts'
import { HOT_POSTS, type Role, timeOfShare } from './world/sizes.ts'

// The feed: what a page at any depth costs the database in the small world and in all of it (ratio of on-CPU time, one
// connection each, pages in turn), what it weighs, and what blocks cost on the first page, of which half is viral.
const { values } = parseArgs({ options: { pages: { type: 'string', default: '300' } } })
const PAGES = Number(values.pages)

const random = randomFrom(5)
const aPoint = () =>
  writeCursor([
    'all',
    timeOfShare(random(), Date.now()).toISOString(),
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ])

const look = async ({ db, who }: Side, role: Role, cursor?: string) => {
  const { took, result } = await cpuOf(db, () => feedPage(db, who[role], { filter: 'all', cursor }))
  return { took, bytes: gzipSync(result).length }
}

const { base, world } = await openWorld()
const cost = { base: [] as number[], world: [] as number[], bytes: [] as number[] }
for (let i = -30; i < PAGES; i++) {
  const cursor = aPoint()
  const [small, large] = [await look(base, 'friendly', cursor), await look(world, 'friendly', cursor)]
  if (i < 0) continue
  cost.base.push(small.took)
  cost.world.push(large.took)
  cost.bytes.push(large.bytes)
}
const BLOCKING = { alone: 'none', blocksOne: '1', blocksHundred: '100' } as const
// Of a hundred people, each is looked for in two indexes: docs/decisions/0018-blocks.md.
const GOALS = { blocksOne: 1.3, blocksHundred: 2 } as const
const blocking: Record<keyof typeof BLOCKING, number[]> = { alone: [], blocksOne: [], blocksHundred: [] }
for (let i = -8; i < PAGES; i++)
  for (const role of Object.keys(BLOCKING) as (keyof typeof BLOCKING)[]) {
    const { took } = await look(world, role)
    if (i >= 0) blocking[role].push(took)
  }

report({ name: 'page at any depth, database CPU p95, of that in the small world', ...growth(cost) })
report({
  name: 'page of 20 posts gzipped, p95',
  value: quantile(cost.bytes, 0.95),
  unit: 'B',
  // Twenty people at twenty spots; what is in it: docs/decisions/0021-feed.md.
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
