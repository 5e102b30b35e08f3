import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { discoverPage } from '../apps/server/src/modules/discover/discover.service.ts'
import { writeCursor } from '../apps/server/src/platform/http/index.ts'
import { growth } from './growth.ts'
import { cpuOf, quantile } from './map-lib.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'
import { openWorld, type Side } from './world/open.ts'
import { type Role, timeOfShare, LENGTH_TO } from './world/sizes.ts'

// Discover: what a page of 30 at any depth costs the database in the small world and in all of it (ratio of on-CPU time,
// one connection each, pages in turn), every tenth just above the long stretch of posts without photos; and what blocks
// cost on the first page, where photos are viral.
const { values } = parseArgs({ options: { pages: { type: 'string', default: '300' } } })
const PAGES = Number(values.pages)

const random = randomFrom(7)
const aPoint = (i: number) => {
  const at = timeOfShare(i % 10 === 0 ? LENGTH_TO : random(), Date.now())
  return writeCursor(['discover', at.toISOString(), 'ffffffff-ffff-4fff-bfff-ffffffffffff', 0])
}
const look = async ({ db, who }: Side, role: Role, cursor?: string) => {
  const { took, result } = await cpuOf(db, () => discoverPage(db, who[role], cursor))
  return { took, bytes: gzipSync(result).length }
}

const { base, world } = await openWorld()
const cost = { base: [] as number[], world: [] as number[], bytes: [] as number[] }
for (let i = -30; i < PAGES; i++) {
  const cursor = aPoint(i)
  const [small, large] = [await look(base, 'friendly', cursor), await look(world, 'friendly', cursor)]
  if (i < 0) continue
  cost.base.push(small.took)
  cost.world.push(large.took)
  cost.bytes.push(large.bytes)
}
const blocking = { alone: [] as number[], blocksHundred: [] as number[] }
for (let i = -8; i < PAGES; i++)
  for (const role of ['alone', 'blocksHundred'] as const) {
    const { took } = await look(world, role)
    if (i >= 0) blocking[role].push(took)
  }

report({ name: 'page at any depth, database CPU p95, of that in the small world', ...growth(cost) })
report({ name: 'page of 30 items gzipped, p95', value: quantile(cost.bytes, 0.95), unit: 'B' })
const ofNone = quantile(blocking.alone, 0.5)
report({
  name: 'first page with viral photos, 100 blocked, database CPU p50, of none',
  value: quantile(blocking.blocksHundred, 0.5) / ofNone,
  unit: 'x',
  // Of a hundred people, each is looked for in two indexes: docs/decisions/0018-blocks.md.
  goal: { max: 2 },
  detail: `none blocked: ${ofNone.toFixed(2)} ms`,
})
await done()
