import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../test/world/app.ts'
import { member } from '../test/actors/people.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))
beforeAll(() => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><head></head><body>the client</body>')
  writeFileSync(join(webRoot, 'worker.js'), 'the worker')
})
afterAll(() => rmSync(webRoot, { recursive: true, force: true }))

test('the page for offline visits has no personal data, and is not indexed', async () => {
  const it = await testApp({ webRoot })
  try {
    const { cookie, username } = await member(it, 'nora')
    const own = await it.app.inject({ url: '/dashboard', headers: cookie })
    expect(own.body).toContain(username)
    const shell = await it.app.inject({ url: '/shell.html', headers: cookie })
    expect(shell.statusCode).toBe(200)
    expect(shell.body).toContain('the client')
    expect(shell.body).not.toContain(username)
    expect(shell.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-cache' })
  } finally {
    await it.close()
  }
})

test('browsers revalidate the service worker; a withdrawn one deletes everything and unregisters', async () => {
  const it = await testApp({ webRoot })
  const other = await testApp({ webRoot, withdrawsWorker: true })
  try {
    const worker = await it.app.inject({ url: '/worker.js' })
    expect([worker.body, worker.headers['cache-control']]).toEqual(['the worker', 'no-cache'])
    const withdrawn = await other.app.inject({ url: '/worker.js' })
    expect(withdrawn.headers).toMatchObject({ 'cache-control': 'no-cache' })
    expect(withdrawn.headers['content-type']).toContain('javascript')
    expect(withdrawn.body).toMatch(/caches\.delete[^]*unregister/)
    expect(withdrawn.body).not.toContain("addEventListener('fetch'")
  } finally {
    await Promise.all([it.close(), other.close()])
  }
})

test("serves a spot's page even while the database is down", async () => {
  const it = await testApp({ webRoot })
  try {
    await sql`alter table spots rename to away`.execute(it.db)
    const page = await it.app.inject({ url: `/spots/${uuid()}` })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('the client')
  } finally {
    await it.close()
  }
})
