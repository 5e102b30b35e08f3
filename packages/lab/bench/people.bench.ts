import { parseArgs } from 'node:util'
import { peoplePage } from '../../../apps/server/src/modules/follows/follows.service.ts'
import { selectSuggestions } from '../../../apps/server/src/modules/people/find-people.queries.ts'
import { findPeople } from '../../../apps/server/src/modules/people/find-people.service.ts'
import { requireProfile } from '../../../apps/server/src/modules/people/profile.service.ts'
import { measureCpu, quantile } from './bench-server.ts'
import { done, report } from './report.ts'
import { openWorld } from './world/open.ts'

// People: measures pages of the follow lists of a person with a huge number of followers, with mutual friends. The
// viewer follows two hundred people or no one. Also measures that person's page and people search.
const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })

const { world } = await openWorld()
const { db } = world
const { star, friendly, alone } = world.who

async function measure(name: string, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let i = -3; i < Number(values.times); i += 1) {
    const one = await measureCpu(db, work)
    if (i >= 0) took.push(one.took)
  }
  report({
    name: `${name}, database CPU p95`,
    value: quantile(took, 0.95),
    unit: 'ms',
    detail: `p50 ${quantile(took, 0.5).toFixed(1)} ms`,
  })
  return quantile(took, 0.5)
}

const list = { user_id: star, kind: 'followers' as const }
const LISTS = ['first page of followers', 'page 41 of followers', 'page of the person'] as const
const costs: Record<string, number[]> = {}
for (const [who, viewer] of [
  ['a viewer with 200 friends', friendly],
  ['a viewer with none', alone],
] as const) {
  let cursor: string | undefined
  for (let page = 0; page < 40; page += 1)
    cursor = (await peoplePage(db, viewer, list, cursor)).next_cursor ?? undefined
  const works = [
    () => peoplePage(db, viewer, list, undefined),
    () => peoplePage(db, viewer, list, cursor),
    () => requireProfile(db, viewer, star),
  ]
  costs[viewer] = []
  for (const [i, work] of works.entries()) costs[viewer].push(await measure(`${LISTS[i]}, ${who}`, work))
}
for (const [i, name] of LISTS.slice(0, 2).entries())
  report({
    name: `${name}, database CPU p50, with 200 friends of none`,
    value: (costs[friendly]?.[i] ?? Number.NaN) / (costs[alone]?.[i] ?? Number.NaN),
    unit: 'x',
    goal: { max: 3 },
  })
await measure('search by a beginning', () => findPeople(db, friendly, { q: 'teldor' }))
await measure('search by a part', () => findPeople(db, friendly, { q: 'unsav' }))
await measure('suggestions', () => selectSuggestions(db, friendly, { near: null, fill: 'new', limit: 20 }))
await done()
