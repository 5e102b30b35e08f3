import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure } from '../bench/report.ts'
import { type Run, slowerThan, formatTable } from '../bench/results-json.ts'
import { ROOT } from '../../../test/architecture/files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nollie-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function from(file: string) {
  return pathToFileURL(join(ROOT, 'packages/lab/bench', file)).href
}

/** Starts a bench that runs these lines, and prints `cleaned` when it cleans up. */
function start(lines: string, env: NodeJS.ProcessEnv = {}) {
  const source = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { atEnd } from '${from('clean-up.ts')}'
    import { done, report } from '${from('report.ts')}'
    atEnd(async () => { await sleep(20); console.log('cleaned') })
    ${lines}`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source], {
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const ended = once(child, 'close').then(([status]) => ({ status: status as number, output }))
  return { child, ended, says: () => once(child.stdout, 'data') }
}

function figure(value: number, given: Partial<Figure> = {}): Figure {
  return {
    bench: 'feed',
    name: 'page',
    value,
    unit: 'ms',
    ...given,
  }
}

function run(...figures: Figure[]): Run {
  return { at: '', size: 'S', processors: 2, figures, failed: [] }
}

test('a bench that reaches its goals succeeds and writes its figures', async () => {
  const file = join(folder, 'figures')
  const { ended } = start(`report({ name: 'page', value: 2, unit: 'ms', goal: { max: 2 } }); await done()`, {
    NOLLIE_BENCH_FIGURES: file,
  })
  expect(await ended).toMatchObject({ status: 0, output: expect.stringContaining('cleaned') })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: 'page', value: 2, goal: { max: 2 } })
})

test.each([
  ['misses a goal', `report({ name: 'a', value: 0.7, unit: 'x', goal: { min: 0.8 } }); await done()`],
  ['measured nothing', `report({ name: 'a', value: NaN, unit: 'x', goal: { max: 2 } }); await done()`],
  ['breaks off', `await Promise.reject(new Error('gone'))`],
  [
    'breaks off beside its own course',
    `setTimeout(() => { throw new Error('gone') }, 1); await sleep(5_000)`,
  ],
])('a bench that %s fails, and cleans up', async (_, lines) => {
  const { status, output } = await start(lines).ended
  expect(output).toContain('cleaned')
  expect(status).toBe(1)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a bench ended by %s cleans up', async (signal) => {
  const { child, ended, says } = start(`console.log('at work'); await sleep(30_000)`)
  await says()
  child.kill(signal)
  const { status, output } = await ended
  expect(output).toContain('cleaned')
  expect(status).toBeGreaterThan(128)
})

test('the table shows goals reached, missed, not measured and aborted', () => {
  const figures = [
    figure(1, { goal: { max: 2 } }),
    figure(0.5, { bench: 'likes', unit: 'x', goal: { min: 0.85 } }),
    figure(0, { bench: 'http', skipped: 'no pgbench' }),
  ]
  const [, , good, missed, skipped, broken] = formatTable({ figures, failed: ['likes', 'map'] }).split('\n')
  expect(good).toMatch(/feed .*<= 2.00 ms .*1.00 ms .*0.50x .*good/)
  expect(missed).toMatch(/likes .*>= 0.85x .*0.50x .*0.59x .*MISSED/)
  expect(skipped).toMatch(/http .*not measured: no pgbench/)
  expect(broken).toMatch(/map .*BROKE OFF/)
})

test('compared with an earlier run, names figures that are more than ten percent worse', () => {
  const rate = { name: 'likes', unit: '/s' } as const
  const before = run(figure(10), figure(100, rate), figure(1, { bench: 'map' }))
  expect(slowerThan(before, run(figure(10.9), figure(95, rate)))).toEqual([])
  expect(slowerThan(before, run(figure(12), figure(50, rate)))).toEqual([
    'feed, page: 10.0 ms -> 12.0 ms (1.20x worse)',
    'feed, likes: 100/s -> 50.0/s (2.00x worse)',
  ])
  expect(slowerThan(before, run(figure(10)))).toEqual(['feed, likes: gone'])
})
