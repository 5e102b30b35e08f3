import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, emptyFolder, holder, lives } from './holder.ts'

function readMode(path: string) {
  return statSync(path).mode & 0o777
}

test('first start: the database is private, durable, and not reachable over any network', async () => {
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
  expect([readMode(home), readMode(join(home, 'cluster')), readMode(join(home, 'socket'))]).toEqual([
    0o700, 0o700, 0o700,
  ])
  expect([readMode(join(home, 'password')), readMode(join(home, 'postgres.log'))]).toEqual([0o600, 0o600])
  const wrong = url.replace(readFileSync(join(home, 'password'), 'utf8'), 'guess')
  await expect(ask(wrong, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('SIGTERM stops it cleanly, and the next start has all data', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir)
  const { url, pid } = await first.ready
  await ask(url, 'create table kept as select generate_series(1, 1000) as n')
  expect(await first.stop()).toBe(0)
  await expect.poll(() => lives(pid)).toBe(false)
  const second = holder(dataDir)
  const again = await second.ready
  expect(again.adopted).toBe(false)
  expect(await ask(again.url, 'select count(*)::int from kept')).toEqual([[1000]])
  expect(readFileSync(join(dataDir, 'postgres', 'postgres.log'), 'utf8')).not.toMatch(
    /automatic recovery in progress/,
  )
})

test('the next start takes over a database that survived its server’s kill -9', async () => {
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
  await expect.poll(() => lives(pid)).toBe(false)
})

test('if the path is too long for a socket, the socket is in a private temporary folder', async () => {
  const dataDir = join(emptyFolder(), 'a'.repeat(60), 'b'.repeat(60), 'data')
  const server = holder(dataDir)
  const { url } = await server.ready
  const socket = decodeURIComponent(url.split('@')[1]?.split('/')[0] ?? '')
  expect(socket.length).toBeLessThan(100)
  expect(readMode(socket)).toBe(0o700)
  expect(await ask(url, 'select 1')).toEqual([[1]])
  await server.stop()
})

test('the path may contain blanks, quotes, commas, and letters of any language', async () => {
  const dataDir = join(emptyFolder(), `Ämter, x'y"z %20 (1)`, 'スポット')
  const server = holder(dataDir)
  const { url } = await server.ready
  expect(await ask(url, 'select 1')).toEqual([[1]])
  expect(await server.stop()).toBe(0)
})
