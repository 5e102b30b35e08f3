import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import { openDatabase } from './open.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Starts a proxy to the database that can simulate a power failure: connections stay open, and nothing arrives. */
async function silentOnDemand() {
  const url = new URL(database.url)
  const host = decodeURIComponent(url.hostname)
  const port = Number(url.port || 5432)
  const ends: Socket[] = []
  let isSilent = false
  const server = createServer((socket) => {
    const there = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    ends.push(socket, there)
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ] as const) {
      from.on('data', (part) => isSilent || to.write(part))
      from.on('close', () => isSilent || to.destroy())
      from.on('error', () => {})
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const end of ends) end.destroy()
    server.close()
  })
  const here = new URL(database.url)
  here.hostname = '127.0.0.1'
  here.port = String((server.address() as AddressInfo).port)
  return { url: here.href, silent: (is: boolean) => (isSilent = is) }
}

test('statements fail if the database is silent, and work again once it responds', async () => {
  const way = await silentOnDemand()
  const db = openDatabase(way.url, { max: 2, answerMs: 500 })
  onTestFinished(() => db.destroy())
  const one = () => sql<{ n: number }>`select 1 as n`.execute(db).then(({ rows }) => rows, String)
  const answers = async () => {
    await expect.poll(one).toEqual([{ n: 1 }])
  }
  await answers()
  way.silent(true)
  expect(await one()).toMatch(/Connection terminated|timeout/)
  await expect(
    db.transaction().execute((tx) => sql`select 2`.execute(tx)),
    'a connection that never comes about has its own limit',
  ).rejects.toThrow(/timeout|terminated/)
  way.silent(false)
  await answers()
})
