import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask, emptyFolder, holder, killed, findPostmaster } from './holder.ts'

test('kill -9 of server and database during writes: nothing acknowledged is lost', async () => {
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
    // Kills the server during a write, no matter how slow the computer is.
    await expect.poll(() => acknowledged).toBeGreaterThan(round * 5)
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

test('a database killed right after creating its pid file leaves it empty, and the next start removes it', async () => {
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

test('kill -9 while the database is being created: the next start creates a complete one', async () => {
  const dataDir = join(emptyFolder(), 'data')
  for (const moment of [150, 300, 450, 600, 800]) {
    const server = holder(dataDir)
    await sleep(moment)
    await server.kill()
  }
  const server = holder(dataDir)
  const { url } = await server.ready
  expect(await ask(url, 'select 1')).toEqual([[1]])
  // The next start deletes files that an initdb wrote after its server had died.
  await server.stop()
  await holder(dataDir).ready
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual([
    'cluster',
    'password',
    'postgres.log',
    'socket',
  ])
})

test('a database that dies under a running server is restarted automatically', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const server = holder(dataDir)
  const { pid, url } = await server.ready
  await ask(url, 'create table kept as select 1 as n')
  await killed(pid)
  await expect.poll(() => ask(url, 'select n from kept').catch(() => []), { interval: 50 }).toEqual([[1]])
  expect(server.output.some(({ error }) => /embedded database stopped/.test(error ?? ''))).toBe(true)
  await expect(holder(dataDir).ready).rejects.toThrow(`(pid ${server.child.pid})`)
  await server.stop()
  expect(findPostmaster(dataDir)).toBe(0)
})
