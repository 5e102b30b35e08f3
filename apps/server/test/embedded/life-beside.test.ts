import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts'
import { ask, emptyFolder, holder, killed, lives } from './holder.ts'

test('a database left by a server with other settings is stopped cleanly and restarted with ours', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir, { settings: { work_mem: '5MB' } })
  const { pid } = await first.ready
  await first.kill()
  const { adopted, url } = await holder(dataDir, { settings: { work_mem: '6MB' } }).ready
  expect(adopted).toBe(false)
  await expect.poll(() => lives(pid)).toBe(false)
  expect(await ask(url, 'show work_mem')).toEqual([['6MB']])
})

test('a second server on the same data directory is refused immediately, with the pid of the first', async () => {
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

test('if three servers start together in an empty folder, one gets it and two are refused', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const all = [holder(dataDir), holder(dataDir), holder(dataDir)]
  const results = await Promise.allSettled(all.map(({ ready }) => ready))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason.message).toMatch(/Another Nollie server \(pid \d+\)/)
  }
})

test('a pid file with another running program’s pid does not prevent the start', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = holder(dataDir)
  const { pid } = await first.ready
  await Promise.all([killed(pid), first.kill()])
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
  expect((await holder(dataDir).ready).adopted).toBe(false)
})

test('a command that runs next to the server joins its database and leaves it running', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const server = holder(dataDir)
  const { pid } = await server.ready
  const quiet = { info: () => {}, error: () => {} }
  const joined = await startEmbeddedPostgres({ dataDir, logger: quiet, borrow: true })
  expect(await ask(joined.url, 'select 1')).toEqual([[1]])
  await joined.stop()
  expect(lives(pid)).toBe(true)
})
