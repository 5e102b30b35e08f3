import { expect } from 'vitest'
import { testWith } from '../../../../test/world/fixtures.ts'

const test = testWith({ rates: { embed: { ip: [3, 86_400] }, preview: { ip: [2, 86_400] } } })

function countRefused(statuses: readonly number[]): number {
  return statuses.filter((status) => status === 429).length
}

test('maps on other sites have their own limit, and link previews take nothing from it', async ({
  visitor,
}) => {
  const load = async (address: string) => (await visitor.send('GET', address)).statusCode
  const map = '/api/open/embed?bbox=2,41,3,42'
  const open = '/api/open/spots.geojson?bbox=2,41,3,42'
  const statuses: number[] = []
  for (const address of [open, open, open, open, open]) statuses.push(await load(address))
  // Even if a window ends meanwhile, more than one request is refused.
  expect(countRefused(statuses)).toBeGreaterThan(0)
  expect(await load(map)).toBe(200)
  const maps: number[] = []
  for (let n = 0; n < 7; n += 1) maps.push(await load(map))
  expect(countRefused(maps)).toBeGreaterThan(0)
})
