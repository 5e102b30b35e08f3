import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { atEnd, cleanUp, isEnding } from './clean-up.ts'
import { done, type Figure, FIGURES_FILE } from './report.ts'
import { type Run, slowerThan, formatTable } from './results-json.ts'
import { removeWorlds } from './world/open.ts'

// npm run bench -- [--size S|M|L] [--only NAME [options of that bench]] [--json FILE] [--compare FILE]
// [--remove-worlds] runs each bench as a separate program, prints a table, writes JSON, and fails if a bench fails or
// misses a goal. Each size's world is stored, and reused by later runs; --remove-worlds only deletes stored worlds.

const SIZES = ['S', 'M', 'L']
const args = process.argv.slice(2)

function take(name: string): string | undefined {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}

if (args.includes('--remove-worlds')) {
  removeWorlds()
  process.exit()
}

const only = take('--only')
const size = take('--size') ?? 'S'
const json = take('--json') ?? join(import.meta.dirname, '../../../.cache/bench.json')
const earlier = take('--compare')
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .toSorted()
const wanted = only === undefined ? names : names.filter((name) => name === only)
if (wanted.length === 0 || !SIZES.includes(size) || (only === undefined && args.length > 0)) {
  console.error(
    `Usage: npm run bench -- [--size ${SIZES.join('|')}] [--json FILE] [--compare FILE] [--remove-worlds] [--only ${names.join('|')} [...]]`,
  )
  process.exit(1)
}
const before = earlier === undefined ? undefined : (JSON.parse(readFileSync(earlier, 'utf8')) as Run)

const folder = mkdtempSync(join(tmpdir(), 'nollie-bench-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const figuresFile = join(folder, 'figures.ndjson')
writeFileSync(figuresFile, '')

/** Runs one bench; resolves to whether it succeeded. */
function runOne(name: string): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.bench.ts`), ...args], {
    stdio: 'inherit',
    env: { ...process.env, [FIGURES_FILE]: figuresFile, NOLLIE_BENCH_SIZE: size },
  })
  const ended = new Promise<boolean>((resolve) => child.once('close', (code) => resolve(code === 0)))
  atEnd(async () => {
    child.kill()
    await ended
  })
  return ended
}

console.log(`${availableParallelism()} processors, size ${size}`)
const failed: string[] = []
for (const name of wanted) {
  console.log(`\n${name}`)
  if (!(await runOne(name))) failed.push(name)
  if (isEnding()) await cleanUp().finally(() => process.exit(1))
}

const figures = readFileSync(figuresFile, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Figure)
const run: Run = {
  at: new Date().toISOString(),
  size,
  processors: availableParallelism(),
  figures,
  failed,
}
console.log(`\n${formatTable(run)}`)
mkdirSync(dirname(json), { recursive: true })
writeFileSync(json, `${JSON.stringify(run, null, 2)}\n`)
if (before) {
  const slower = slowerThan(before, run)
  console.log(
    slower.length > 0 ? `\nworse than before:\n${slower.join('\n')}` : '\nnothing is worse than before',
  )
}
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`)
  process.exitCode = 1
}
await done()
