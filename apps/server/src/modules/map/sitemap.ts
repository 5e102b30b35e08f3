import type { Db } from '../../db/open.ts'
import { computeCellSize } from './morton-ranges.ts'
import { selectCellCounts, selectSpotPages } from './sitemap.queries.ts'

// A sitemap can have up to 50,000 entries (sitemaps.org). The map's cell counts decide which spots go in which sitemap,
// so each sitemap can be generated without the others.

/** Zoom of the cells that make up a sitemap. Even a large city's spots fit in one cell. */
const ZOOM = 9
/** A sitemap ends with the cell that brings it to this many spots. That cell alone can contain as many. */
const FULL = 10_000
const MAX_SPOTS = 50_000

/** Public pages that aren't spot pages. */
const PAGES = ['/', '/spots', '/terms', '/privacy', '/about/data']

/** The first and last cells in one sitemap. */
export type CellRange = { first: number; last: number }

/** Splits an ordered list of cells into ranges with at least {@link FULL} spots each, except for the last. */
export function toCellRanges(cells: readonly { cell: number; n: number }[]): CellRange[] {
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

/** Parses a sitemap's file name into its cell range. Returns null if the name is malformed. */
export function parseRangeName(name: string): CellRange | null {
  const [, first, last] = /^(\d+)-(\d+)\.xml$/.exec(name) ?? []
  const range = { first: Number(first), last: Number(last) }
  return range.first <= range.last && range.last < 4 ** (ZOOM + 2) ? range : null
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function absolute(publicUrl: URL, path: string) {
  return new URL(path, publicUrl).href
}

/** Builds the sitemap index. */
export async function buildSitemapIndex(db: Db, publicUrl: URL): Promise<string> {
  const ranges = toCellRanges(await selectCellCounts(db, ZOOM))
  const paths = [
    '/sitemaps/pages.xml',
    ...ranges.map(({ first, last }) => `/sitemaps/spots/${first}-${last}.xml`),
  ]
  const lines = paths.map((path) => `<sitemap><loc>${absolute(publicUrl, path)}</loc></sitemap>`)
  return `${XML}<sitemapindex ${SCHEMA}>\n${lines.join('\n')}\n</sitemapindex>\n`
}

function urlset(lines: string[]) {
  return `${XML}<urlset ${SCHEMA}>\n${lines.join('\n')}\n</urlset>\n`
}

/** Builds the sitemap for public pages that aren't spot pages. */
export function buildPagesSitemap(publicUrl: URL): string {
  return urlset(PAGES.map((path) => `<url><loc>${absolute(publicUrl, path)}</loc></url>`))
}

/** Builds the sitemap for the spot pages in these cells. */
export async function buildSpotsSitemap(db: Db, publicUrl: URL, { first, last }: CellRange): Promise<string> {
  const size = computeCellSize(ZOOM)
  const spots = await selectSpotPages(db, { low: first * size, high: (last + 1) * size }, MAX_SPOTS)
  return urlset(
    spots.map(
      ({ id, day }) =>
        `<url><loc>${absolute(publicUrl, `/spots/${id}`)}</loc><lastmod>${day}</lastmod></url>`,
    ),
  )
}

/** Builds robots.txt, which excludes member pages and the API. */
export function robotsText(publicUrl: URL): string {
  return [
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
}
