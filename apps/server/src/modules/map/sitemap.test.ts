import { expect } from 'vitest'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { parseRangeName, toCellRanges } from './sitemap.ts'
import type { Caller } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

async function read(visitor: Caller, url: string) {
  const answer = await visitor.send('GET', url)
  expect(answer.statusCode, url).toBe(200)
  return answer.body
}

function locationsIn(xml: string) {
  return [...xml.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(([, path]) => path ?? '')
}

test('every public spot is in exactly one sitemap, and deleted ones in none', async ({ app, visitor }) => {
  const ada = await aMember(app.db, 'ada')
  const positions = [
    [41.38, 2.17],
    [41.39, 2.18],
    [-33.86, 151.2],
    [64.14, -21.94],
    [84.9, 179.999],
  ] as const
  const ids: string[] = []
  for (const [latitude, longitude] of positions) {
    const id = await aSpotRow(app.db, ada, 'A <ledge> & more')
    await app.db.updateTable('spots').set({ latitude, longitude }).where('id', '=', id).execute()
    ids.push(id)
  }
  const gone = await aSpotRow(app.db, ada)
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', gone).execute()
  await spotsCounted(app.db)
  const lists = locationsIn(await read(visitor, '/sitemap.xml'))
  expect(lists[0]).toBe('/sitemaps/pages.xml')
  const pages = (await Promise.all(lists.map((url) => read(visitor, url)))).flatMap(locationsIn)
  expect(pages.filter((page) => page.startsWith('/spots/')).toSorted()).toEqual(
    ids.map((id) => `/spots/${id}`).toSorted(),
  )
  expect(pages).toContain('/spots')
  for (const page of pages) expect(page).not.toMatch(/auth|dashboard|user|messages/)
})

test('robots.txt links to the sitemap and excludes members’ pages', async ({ visitor }) => {
  const text = await read(visitor, '/robots.txt')
  expect(text).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  for (const path of ['/api/', '/messages', '/settings', '/dev/']) expect(text).toContain(`Disallow: ${path}`)
  expect(text).not.toMatch(/Disallow: \/\n|Disallow: \/spots/)
})

test('sitemaps have a maximum size, wherever the spots are; refuses malformed names', async ({ visitor }) => {
  const cells = Array.from({ length: 1000 }, (_, cell) => ({ cell: cell * 3, n: (cell % 7) * 900 + 1 }))
  const ranges = toCellRanges(cells)
  const sums = ranges.map(({ first, last }) =>
    cells.reduce((sum, { cell, n }) => (cell >= first && cell <= last ? sum + n : sum), 0),
  )
  expect(sums.reduce((a, b) => a + b, 0)).toBe(cells.reduce((sum, { n }) => sum + n, 0))
  expect(Math.max(...sums)).toBeLessThan(50_000)
  expect(toCellRanges([])).toEqual([])
  for (const name of ['9-3.xml', '0-99999999.xml', '1.xml', '-1-2.xml'])
    expect(parseRangeName(name), name).toBeNull()
  for (const name of ['9-3.xml', 'x.xml', '..%2fpages.xml'])
    expect((await visitor.send('GET', `/sitemaps/spots/${name}`)).statusCode, name).toBeGreaterThanOrEqual(
      400,
    )
})
