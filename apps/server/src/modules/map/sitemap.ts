import type { Db } from '../../db/open.ts'
import { cellSize } from './morton.ts'
import { selectCellCounts, selectSpotPages } from './sitemap.queries.ts'

// A list of pages may name 50,000 (sitemaps.org). Which spots stand in which list is told by the cells the map counts
// anyway, so that no list needs to know of the others and none is ever read to its end to find the next.

/** The cells of this zoom are the parts; none of them is ever too full for a list of its own but a town of skateparks. */
const ZOOM = 9
/** A list is closed once it has so many; the last cell added may bring as many again. */
const FULL = 10_000
const MAX_SPOTS = 50_000

/** Pages of a visitor's that are no spots. */
const PAGES = ['/', '/spots', '/terms', '/privacy']

/** Cells of one list, the first and the last. */
export type CellRange = { first: number; last: number }

/** Cells in their order as ranges of at least {@link FULL} spots, but for the last. */
export const rangesOfCells = (cells: readonly { cell: number; n: number }[]): CellRange[] => {
  const ranges: CellRange[] = []
  let sum = FULL
  for (const { cell, n } of cells) {
    const last = ranges.at(-1)
    if (sum >= FULL || !last) {
      ranges.push({ first: cell, last: cell })
      sum = 0
    } else last.last = cell
    sum += n
  }
  return ranges
}

/** The range in the name of a list; null for what is none. */
export const rangeOfName = (name: string): CellRange | null => {
  const [, first, last] = /^(\d+)-(\d+)\.xml$/.exec(name) ?? []
  const range = { first: Number(first), last: Number(last) }
  return range.first <= range.last && range.last < 4 ** (ZOOM + 2) ? range : null
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const absolute = (publicUrl: URL, path: string) => new URL(path, publicUrl).href

/** The list of lists. */
export const sitemapIndex = async (db: Db, publicUrl: URL): Promise<string> => {
  const ranges = rangesOfCells(await selectCellCounts(db, ZOOM))
  const paths = [
    '/sitemaps/pages.xml',
    ...ranges.map(({ first, last }) => `/sitemaps/spots/${first}-${last}.xml`),
  ]
  const lines = paths.map((path) => `<sitemap><loc>${absolute(publicUrl, path)}</loc></sitemap>`)
  return `${XML}<sitemapindex ${SCHEMA}>\n${lines.join('\n')}\n</sitemapindex>\n`
}

const urlset = (lines: string[]) => `${XML}<urlset ${SCHEMA}>\n${lines.join('\n')}\n</urlset>\n`

/** The public pages that are no spots. */
export const sitemapOfPages = (publicUrl: URL): string =>
  urlset(PAGES.map((path) => `<url><loc>${absolute(publicUrl, path)}</loc></url>`))

/** The pages of the spots in these cells. */
export const sitemapOfSpots = async (db: Db, publicUrl: URL, { first, last }: CellRange): Promise<string> => {
  const size = cellSize(ZOOM)
  const spots = await selectSpotPages(db, { low: first * size, high: (last + 1) * size }, MAX_SPOTS)
  return urlset(
    spots.map(
      ({ id, day }) =>
        `<url><loc>${absolute(publicUrl, `/spots/${id}`)}</loc><lastmod>${day}</lastmod></url>`,
    ),
  )
}

/** Everything that only members see is kept from search engines, and the calls of the client. */
export const robotsText = (publicUrl: URL): string =>
  [
    'User-agent: *',
    ...[
      '/api/',
      '/auth',
      '/dev/',
      '/admin',
      '/messages',
      '/settings',
      '/dashboard',
      '/feed',
      '/appeal',
      '/my-data',
    ].map((path) => `Disallow: ${path}`),
    `Sitemap: ${absolute(publicUrl, '/sitemap.xml')}`,
    '',
  ].join('\n')
