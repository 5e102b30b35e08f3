import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts'
import { ask, emptyFolder, holder, killed, lives, postmasterOf } from './holder.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

test('first start: private, durable, reachable by no network', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const { url, adminUrl } = await holder(dataDir).ready
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'data_checksums']
  expect(
    await ask(adminUrl, `select ${settings.map((name) => `current_setting('${name}')`).join(', ')}`),
  ).toEqual([['on', 'on', 'on', '', 'on']])
  expect(
    await ask(
      url,
      `select current_user, rolsuper, current_database() from pg_roles where rolname = current_user`,
    ),
  ).toEqual([['nollie', false, 'nollie']])
  expect(await ask(url, `select lower('ÉÄ'), 'a' < 'B'`)).toEqual([['éä', false]])
  const home = join(dataDir, 'postgres')
  expect([modeOf(home), modeOf(join(home, 'cluster')), modeOf(join(home, 'socket'))]).toEqual([
    0o700, 0o700, 0o700,
  ])
  expect([modeOf(join(home, 'password')), modeOf(join(home, 'postgres.log'))]).toEqual([0o600, 0o600])
  const wrong = url.replace(readFileSync(join(home, 'password'), 'utf8'), 'guess')
  await expect(ask(wrong, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('stopped by SIGTERM it ends cleanly and the next start has everything', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir)
  const { url, pid } = await first.ready
  await ask(url, 'create table kept as select generate_series(1, 1000) as n')
  expect(await first.stop()).toBe(0)
  expect(lives(pid)).toBe(false)
  const second = holder(dataDir)
  const again = await second.ready
  expect(again.adopted).toBe(false)
  expect(await ask(again.url, 'select count(*)::int from kept')).toEqual([[1000]])
  expect(readFileSync(join(dataDir, 'postgres', 'postgres.log'), 'utf8')).not.toMatch(
    /automatic recovery in progress/,
  )
})

test('the server killed with -9, its database living on: the next start takes it over', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir)
  const { url, pid } = await first.ready
  await ask(url, 'create table kept as select 1 as n')
  await first.kill()
  expect(lives(pid)).toBe(true)
  const second = holder(dataDir)
  expect(await second.ready).toMatchObject({ adopted: true, pid })
  expect(await ask(url, 'select n from kept')).toEqual([[1]])
  await second.stop()
  expect(lives(pid)).toBe(false)
})

test('a database left by a server with other settings is stopped cleanly and started with ours', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir, { settings: { work_mem: '5MB' } })
  const { pid } = await first.ready
  await first.kill()
  const { adopted, url } = await holder(dataDir, { settings: { work_mem: '6MB' } }).ready
  expect(adopted).toBe(false)
  expect(lives(pid)).toBe(false)
  expect(await ask(url, 'show work_mem')).toEqual([['6MB']])
})

test('server and database killed with -9 while writing: nothing acknowledged is lost', async () => {
  const dataDir = join(emptyFolder(), 'data')
  for (let round = 0; round < 3; round++) {
    const server = holder(dataDir)
    const { url, pid } = await server.ready
    await ask(url, 'create table if not exists written (round int, n int)')
    let acknowledged = 0
    const writing = (async () => {
      for (let n = 1; ; n++) {
        await ask(url, `insert into written values (${round}, ${n})`)
        acknowledged = n
      }
    })().catch(() => {})
    // During some write, however slow the machine is.
    await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(round * 5)
    await Promise.all([killed(pid), server.kill(), writing])
    const next = holder(dataDir)
    const [row] = await ask(
      (await next.ready).url,
      `select count(*)::int from written where round = ${round}`,
    )
    expect(row?.[0]).toBeGreaterThanOrEqual(acknowledged)
    await next.stop()
  }
})

test('a database killed just after it made its pid file leaves it empty: the next start removes it', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir)
  const { url } = await first.ready
  await ask(url, 'create table kept as select 1 as n')
  expect(await first.stop()).toBe(0)
  writeFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), '')
  const second = holder(dataDir)
  expect(await ask((await second.ready).url, 'select n from kept')).toEqual([[1]])
  await second.stop()
})

test('a second server over the same data directory is refused at once, with the pid of the first', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir)
  const { url } = await first.ready
  const second = holder(dataDir)
  await expect(second.ready).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining(`(pid ${first.child.pid})`),
  })
  expect(await ask(url, 'select 1')).toEqual([[1]])
})

test('three servers starting at once over an empty folder: one gets it, two are refused', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const all = [holder(dataDir), holder(dataDir), holder(dataDir)]
  const results = await Promise.allSettled(all.map(({ ready }) => ready))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason.message).toMatch(/Another Nollie server \(pid \d+\)/)
  }
})

test('killed with -9 while the database is being made: the next start makes a whole one', async () => {
  const dataDir = join(emptyFolder(), 'data')
  for (const moment of [150, 300, 450, 600, 800]) {
    const server = holder(dataDir)
    await sleep(moment)
    await server.kill()
  }
  const server = holder(dataDir)
  const { url } = await server.ready
  expect(await ask(url, 'select 1')).toEqual([[1]])
  // The next start deletes what an initdb wrote after the death of its server.
  await server.stop()
  await holder(dataDir).ready
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual([
    'cluster',
    'password',
    'postgres.log',
    'socket',
  ])
})

test('a pid file that names some other living program does not stop the start', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir)
  const { pid } = await first.ready
  await Promise.all([killed(pid), first.kill()])
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
  expect((await holder(dataDir).ready).adopted).toBe(false)
})

test('the database dying under a running server comes back by itself', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const server = holder(dataDir)
  const { pid, url } = await server.ready
  await ask(url, 'create table kept as select 1 as n')
  await killed(pid)
  await expect
    .poll(() => ask(url, 'select n from kept').catch(() => []), { timeout: 15_000, interval: 50 })
    .toEqual([[1]])
  expect(server.output.some(({ error }) => /gone/.test(error ?? ''))).toBe(true)
  await expect(holder(dataDir).ready).rejects.toThrow(`(pid ${server.child.pid})`)
  await server.stop()
  expect(postmasterOf(dataDir)).toBe(0)
})

test('a path too long for a socket: the socket lies in a private folder of the temporary directory', async () => {
  const dataDir = join(emptyFolder(), 'a'.repeat(60), 'b'.repeat(60), 'data')
  const server = holder(dataDir)
  const { url } = await server.ready
  const socket = decodeURIComponent(url.split('@')[1]?.split('/')[0] ?? '')
  expect(socket.length).toBeLessThan(100)
  expect(modeOf(socket)).toBe(0o700)
  expect(await ask(url, 'select 1')).toEqual([[1]])
  await server.stop()
})

test('a command beside the server joins its database and leaves it running', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const server = holder(dataDir)
  const { pid } = await server.ready
  const quiet = { info: () => {}, error: () => {} }
  const joined = await startEmbeddedPostgres({ dataDir, logger: quiet, borrow: true })
  expect(await ask(joined.url, 'select 1')).toEqual([[1]])
  await joined.stop()
  expect(lives(pid)).toBe(true)
})
