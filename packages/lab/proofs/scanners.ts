import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ApiDocument, listOperations } from './lib/api/document.ts'
import { option } from './lib/options.ts'
import { aPerson, startProduct } from './lib/product.ts'
import { report } from './lib/report.ts'

// Proof 9, scanners: sqlmap and wapiti (Debian has both) scan every GET operation in the API's document that takes a
// query or an ID, signed in. Too slow for `npm test`. `--urls N` tries fewer operations; `--seconds N` limits each
// scanner's time. It hasn't been run to completion or seen to fail yet.

const maxUrls = option('--urls', { whole: 1_000, short: 2 })
const maxMs = option('--seconds', { whole: 7_200, short: 20 }) * 1_000

const run = promisify(execFile)

function isInstalled(program: string): Promise<boolean> {
  return run('which', [program]).then(
    () => true,
    () => false,
  )
}

const EXAMPLES: Readonly<Record<string, string>> = {
  z: '3',
  x0: '0',
  x1: '7',
  y0: '0',
  y1: '7',
  x: '0',
  y: '0',
  latitude: '41.38',
  longitude: '2.16',
  topics: 'spots',
  time_zone: 'Europe/Madrid',
  kind: 'posts',
}
const ID = '01890000-0000-7000-8000-000000000000'

/** Lists the URLs of GET operations, with a value for each parameter. */
function listAddresses(document: ApiDocument, origin: string): string[] {
  return listOperations(document)
    .filter(({ method, path }) => method === 'GET' && !/events|openapi|docs/.test(path))
    .flatMap(({ path, parameters }) => {
      const getValue = (name: string) => EXAMPLES[name] ?? (/_id$/.test(name) ? ID : '1')
      const query = parameters.filter((one) => one.in === 'query')
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => getValue(name))
      const pairs = query.map(({ name }) => `${name}=${encodeURIComponent(getValue(name))}`)
      return pairs.length > 0 ? [`${origin}${address}?${pairs.join('&')}`] : []
    })
}

const product = await startProduct()
const folder = mkdtempSync(join(tmpdir(), 'nollie-scan-'))
const { url } = product.server
/** Even a scanner that reaches the time limit has written its findings so far. */
async function scan(program: string, args: string[]): Promise<boolean> {
  const options = { timeout: maxMs, maxBuffer: 256 * 1024 ** 2, env: { ...process.env, HOME: folder } }
  return run(program, args, options).then(
    () => true,
    (error: { killed?: boolean; message: string }) => {
      console.log(`  ${program} ${error.killed ? 'ended by the time limit' : error.message.slice(0, 500)}`)
      return false
    },
  )
}

async function sqlmap(addresses: readonly string[], bearer: string): Promise<void> {
  if (!(await isInstalled('sqlmap'))) return console.log('  sqlmap is not installed: skipped')
  const list = join(folder, 'addresses')
  writeFileSync(list, addresses.join('\n'))
  const isWhole = await scan('sqlmap', [
    '-m',
    list,
    '--batch',
    '--disable-coloring',
    '--flush-session',
    '--output-dir',
    folder,
    '--headers',
    `Authorization: ${bearer}`,
    '--technique',
    'BEU',
    '--threads',
    '2',
    '--ignore-code',
    '*',
  ])
  const results = readdirSync(folder).filter((name) => /^results.*\.csv$/.test(name))
  // sqlmap's results also list targets without findings. Their technique is empty.
  const findings = results
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1))
    .filter((line) => (line.split(',').at(-2) ?? '') !== '' && line.split(',').length > 3)
  for (const line of findings) console.log(`  sqlmap: ${line}`)
  const what = `sqlmap, ${addresses.length} addresses${isWhole ? '' : ' (not all)'}`
  report({ what, figure: `${findings.length} findings`, goal: '0', isMet: findings.length === 0 })
}

async function wapiti(addresses: readonly string[], bearer: string): Promise<void> {
  if (!(await isInstalled('wapiti'))) return console.log('  wapiti is not installed: skipped')
  const output = join(folder, 'wapiti.json')
  const isWhole = await scan('wapiti', [
    '-u',
    `${url}/`,
    '--scope',
    'folder',
    '-m',
    'sql,blindsql,xss,exec,file,crlf,ssrf,redirect',
    '-f',
    'json',
    '-o',
    output,
    '-H',
    `Authorization: ${bearer}`,
    '--max-scan-time',
    String(Math.floor((maxMs / 1_000) * 0.8)),
    '--flush-session',
    '--store-session',
    folder,
    ...addresses.flatMap((address) => ['-s', address]),
  ])
  if (!existsSync(output)) return console.log('  wapiti wrote no report')
  const { vulnerabilities } = JSON.parse(readFileSync(output, 'utf8')) as {
    vulnerabilities: Record<string, { method: string; path: string; info: string }[]>
  }
  const findings = Object.entries(vulnerabilities).flatMap(([kind, found]) =>
    found.map(({ path, info }) => `${kind}: ${path} ${info}`),
  )
  for (const line of findings) console.log(`  wapiti: ${line}`)
  const what = `wapiti, ${addresses.length} addresses${isWhole ? '' : ' (not all)'}`
  report({ what, figure: `${findings.length} findings`, goal: '0', isMet: findings.length === 0 })
}

try {
  const { bearer } = await aPerson(product.db, 'mia')
  const answer = await fetch(`${url}/api/openapi.json`)
  const addresses = listAddresses((await answer.json()) as ApiDocument, url).slice(0, maxUrls)
  await sqlmap(addresses, bearer)
  await wapiti(addresses, bearer)
  const isUp = (await fetch(`${url}/api/health/ready`)).ok
  report({ what: 'the server serves at the end', figure: isUp ? 'yes' : 'no', goal: 'yes', isMet: isUp })
} finally {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}
