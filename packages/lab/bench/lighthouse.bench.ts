import { createRequire } from 'node:module'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, SYSTEM_CHROMIUM } from '../../../e2e/support/chromium.ts'
import type { Server } from '../../../e2e/support/server.ts'
import { npm, run } from '../../../scripts/lib/run.mjs'
import { atEnd } from './clean-up.ts'
import { quantile } from './bench-server.ts'
import { member } from './member.ts'
import { done, report } from './report.ts'
import { startWithSample } from './sample-server.ts'

// Runs Lighthouse on the production build with the sample spots: mobile settings (simulated 1.6 Mbps, 150 ms, a slow
// phone), and a new profile for each visit. Only performance depends on the machine, so it's also reported as a ratio
// to a page with a single sentence, measured on the same machine within the same minute.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    screen: { type: 'string' },
    // This machine draws maps on the CPU, so visits without maps approximate a machine with a graphics card.
    'without-webgl': { type: 'boolean', default: false },
    // The URL of a running server with the sample, and its data directory.
    url: { type: 'string' },
    'data-dir': { type: 'string' },
    // A folder for the full report on each visit, to view at https://googlechrome.github.io/lighthouse/viewer.
    reports: { type: 'string' },
  },
})

const FOLDER = join(import.meta.dirname, 'lighthouse')
/** The score required in categories that don't depend on the machine. */
const FULL = 100
const PERFORMANCE = 95

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
type Audit = { title: string; score: number | null; scoreDisplayMode: string; numericValue?: number }
type Result = {
  runtimeError?: { message: string }
  audits: Record<string, Audit>
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>

/** Loads Lighthouse, which the first run installs separately from the other packages. */
async function lighthouse(): Promise<Lighthouse> {
  const require = createRequire(join(FOLDER, 'package.json'))
  const find = () => pathToFileURL(require.resolve('lighthouse')).href
  try {
    return (await import(find())).default
  } catch {
    console.log('Installing Lighthouse.')
    const installed = await run(...(npm('ci', '--no-audit', '--no-fund') as [string, string[]]), {
      cwd: FOLDER,
    })
    if (installed.code !== 0) throw new Error(installed.output)
    return (await import(find())).default
  }
}

const DEBUGGING_PORT = 9_333

/** Makes one visit with a new profile. */
async function visit(audit: Lighthouse, url: string, cookie: string | null): Promise<Result> {
  const browser = await chromium.launch({
    ...(SYSTEM_CHROMIUM && { executablePath: SYSTEM_CHROMIUM }),
    args: [
      ...CHROMIUM_ARGS,
      ...(values['without-webgl'] ? ['--disable-3d-apis'] : []),
      `--remote-debugging-port=${DEBUGGING_PORT}`,
    ],
  })
  try {
    const seen = await audit(url, {
      port: DEBUGGING_PORT,
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
      ...(cookie && { extraHeaders: { cookie } }),
    })
    if (!seen || seen.lhr.runtimeError)
      throw new Error(seen?.lhr.runtimeError?.message ?? `No result for ${url}`)
    return seen.lhr
  } finally {
    await browser.close()
  }
}

function getScore({ categories }: Result, category: Category) {
  return (categories[category].score ?? 0) * 100
}

/** Lists the audits that lowered a category's score. */
function lost({ audits, categories }: Result, category: Category): string {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
    .join(', ')
}

function computeMedian(results: Result[], of: (one: Result) => number) {
  return quantile(results.map(of), 0.5)
}

function getFigure(id: string) {
  return (result: Result) => result.audits[id]?.numericValue ?? Number.NaN
}

/** Serves a page that has only one sentence; returns its URL. */
async function emptyPage(): Promise<string> {
  const page =
    '<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Empty</title></head><body><p>Nothing</p></body></html>'
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.close()
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server of the empty page has no port')
  return `http://127.0.0.1:${address.port}/`
}

/** Returns the cookies of a member who has already seen the welcome card, and the ID of a spot with a photo. */
async function signedIn(server: Pick<Server, 'url' | 'dataDir'>) {
  const { account, bearer } = await member(server)
  const sent = await fetch(`${server.url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(account),
  })
  const cookie = sent.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await fetch(`${server.url}/api/account/preferences`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...bearer },
    body: JSON.stringify({ welcomed: true }),
  })
  const found = await fetch(`${server.url}/api/discover`, { headers: bearer })
  const { items } = (await found.json()) as { items: { spot: { id: string } }[] }
  if (!items[0]) throw new Error('There is no spot with a photo')
  return { cookie, spot_id: items[0].spot.id }
}

const audit = await lighthouse()
const server = values.url
  ? { url: values.url, dataDir: values['data-dir'] ?? 'data' }
  : await startWithSample()
const { cookie, spot_id } = await signedIn(server)

async function visits(name: string, url: string, by: string | null) {
  const results: Result[] = []
  for (let n = 1; n <= Number(values.runs); n++) {
    const result = await visit(audit, url, by)
    results.push(result)
    if (values.reports) {
      await mkdir(values.reports, { recursive: true })
      await writeFile(join(values.reports, `${name}-${n}.json`), JSON.stringify(result))
    }
  }
  return results
}

const empty = await visits('empty', await emptyPage(), null)
const best = computeMedian(empty, (one) => getScore(one, 'performance'))
report({ name: 'empty page: performance', value: best, unit: '' })

const SCREENS = [
  { name: 'landing', path: '/', by: null, isPrivate: false },
  { name: 'map', path: '/spots', by: null, isPrivate: false },
  { name: 'dashboard', path: '/dashboard', by: cookie, isPrivate: true },
  { name: 'spot', path: `/spots/${spot_id}`, by: cookie, isPrivate: false },
].filter(({ name }) => !values.screen || name === values.screen)
for (const { name, path, by, isPrivate } of SCREENS) {
  const results = await visits(name, server.url + path, by)
  for (const category of CATEGORIES) {
    const worst = results.toSorted((a, b) => getScore(a, category) - getScore(b, category))[0]
    const detail = worst ? lost(worst, category) : ''
    report({
      name: `${name}: ${category}`,
      value: computeMedian(results, (one) => getScore(one, category)),
      unit: '',
      // Search engines can't see members' pages.
      ...((category !== 'seo' || !isPrivate) && {
        goal: { min: category === 'performance' ? PERFORMANCE : FULL },
      }),
      ...(detail && { detail: `points lost: ${detail}` }),
    })
  }
  report({
    name: `${name}: performance, of an empty page's`,
    value: computeMedian(results, (one) => getScore(one, 'performance')) / best,
    unit: 'x',
  })
  for (const [short, id] of [
    ['LCP', 'largest-contentful-paint'],
    ['TBT', 'total-blocking-time'],
  ] as const)
    report({ name: `${name}: ${short}, simulated`, value: computeMedian(results, getFigure(id)), unit: 'ms' })
}
await done()
