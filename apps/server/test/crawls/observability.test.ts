import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RATES } from '@nollie/contract/rates'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Metrics, openMetrics, serveMetrics } from '../../src/platform/telemetry/index.ts'
import { type TestApp, testApp } from '../world/app.ts'
import { MODULES } from '../world/modules.ts'
import { freePort } from '../world/program.ts'

const FOLDER = join(import.meta.dirname, '../../../../deploy/observability')

function read(name: string) {
  return readFileSync(join(FOLDER, name), 'utf8')
}

const run = promisify(execFile)

function isInstalled(program: string) {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

const [hasPromtool, hasPrometheus] = [await isInstalled('promtool'), await isInstalled('prometheus')]

let it: TestApp
let metrics: Metrics
beforeAll(async () => {
  metrics = await openMetrics()
  it = await testApp({ metrics: { metrics, token: null } })
  await it.app.inject('/api/config')
})
afterAll(async () => {
  await it.close()
  metrics.close()
})

/** Returns the names of a metric's samples, which depend on its type. */
function listNames(name: string, type: string): string[] {
  if (type === 'counter') return [`${name}_total`]
  return type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name]
}

async function given(): Promise<Set<string>> {
  const text = await metrics.text()
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) => listNames(name, type)),
  )
}

function expressions(): Record<string, string> {
  return {
    'alerts.yml': read('alerts.yml').replaceAll(/^\s*#.*|(summary|action|alert):.*/gm, ''),
    'alerts.test.yml': read('alerts.test.yml').replaceAll(/^\s*#.*/gm, ''),
    'dashboard.json': (
      JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
    ).panels
      .flatMap(({ targets }) => targets.map(({ expr }) => expr))
      .join('\n'),
  }
}

test('alerts and the dashboard use metrics that the server provides', async () => {
  const names = await given()
  expect(names.size).toBeGreaterThan(40)
  for (const [file, text] of Object.entries(expressions())) {
    const asked = new Set(text.match(/\b(?:nollie|nodejs|process)_\w+/g))
    expect(asked.size).toBeGreaterThan(10)
    expect(
      [...asked].filter((name) => !names.has(name)),
      file,
    ).toEqual([])
  }
  const shown = expressions()['dashboard.json']
  const mostly = [...names].filter((name) => /^nollie_\w+(?<!_sum|_count|_bucket)$/.test(name))
  expect(
    mostly.filter((name) => !shown?.includes(name)),
    'the dashboard shows every metric of ours',
  ).toEqual([])
})

test('labels that alerts select by have values that the server uses', () => {
  const rules = [
    ...Object.keys(RATES),
    'overload',
    'streams',
    'streams_of_one',
    'drawings',
    'total',
    'address',
  ]
  const kinds = MODULES.flatMap(({ jobs = [] }) => jobs.map(({ kind }) => kind))
  const known: Record<string, readonly string[]> = {
    rule: rules,
    kind: ['job', 'task', 'media', 'mail', 'storage', 'backup', 'restore', ...kinds],
  }
  const wrong = Object.entries(expressions()).flatMap(([file, text]) =>
    [...text.matchAll(/\b(rule|kind)=~?"([^"]+)"/g)].flatMap(([, label = '', values = '']) =>
      values
        .split('|')
        .flatMap((value) => (known[label]?.includes(value) ? [] : [`${file}: ${label} ${value}`])),
    ),
  )
  expect(wrong).toEqual([])
})

test('the test file fires every alert once, and every alert says what to do', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(15)
  const fired = [...read('alerts.test.yml').matchAll(/\{alertname="(\w+)"\}/g)].map(([, name]) => name)
  expect(fired).toEqual(alerts)
  expect(read('alerts.yml').match(/^ +action: ./gm)).toHaveLength(alerts.length)
})

test.skipIf(!hasPromtool)(
  'if promtool is installed, it accepts the rules, and each alert fires',
  async () => {
    const promtool = (...args: string[]) => run('promtool', args, { cwd: FOLDER })
    expect((await promtool('check', 'rules', 'alerts.yml')).stdout).toContain('SUCCESS')
    expect((await promtool('check', 'config', 'prometheus.yml')).stdout).toContain('SUCCESS')
    expect((await promtool('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS')
  },
)

test.skipIf(!hasPrometheus)('if Prometheus is installed, it reads a server’s metrics', async () => {
  const served = await serveMetrics({ metrics, host: '127.0.0.1', port: 0, token: null })
  const folder = mkdtempSync(join(tmpdir(), 'nollie-prometheus-'))
  const target = `127.0.0.1:${(served.address() as AddressInfo).port}`
  writeFileSync(
    join(folder, 'prometheus.yml'),
    read('prometheus.yml')
      .replace('localhost:9464', target)
      .replace('alerts.yml', join(FOLDER, 'alerts.yml'))
      .replaceAll('15s', '1s'),
  )
  const port = await freePort()
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const ended = once(prometheus, 'exit')
  onTestFinished(async () => {
    prometheus.kill('SIGKILL')
    await ended
    served.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const asked = async (): Promise<unknown> => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent('nollie_streams')}`
    const answer = await fetch(url).catch(() => null)
    const body = (await answer?.json().catch(() => null)) as {
      data?: { result: { value: [number, string] }[] }
    }
    return body?.data?.result[0]?.value[1]
  }
  await expect.poll(asked, { interval: 500 }).toBe('0')
  const targets = await (await fetch(`http://127.0.0.1:${port}/api/v1/targets`)).json()
  expect(targets).toMatchObject({ data: { activeTargets: [{ health: 'up', lastError: '' }] } })
})
