import { API_GROUPS } from '@nollie/contract/api-groups'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'

let it: TestApp
let page: string
beforeAll(async () => {
  it = await testApp()
  page = (await it.app.inject('/api/docs')).body
})
afterAll(() => it.close())

test('lists every operation once, under a defined heading', async () => {
  const document = (await it.app.inject('/api/openapi.json')).json()
  const operations = Object.values(
    document.paths as Record<string, Record<string, { tags: string[] }>>,
  ).flatMap((one) => Object.values(one))
  expect(operations.length).toBeGreaterThan(100)
  // A new path needs a section in the contract's api-groups.ts.
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(API_GROUPS))
  expect(page.split('<span class="method').length - 1).toBe(operations.length)
})

test('links on the page are valid, and no anchor is duplicated', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.length).toBeGreaterThan(100)
  expect([...new Set(links)].filter((id) => !ids.includes(id))).toEqual([])
})

test('the page is readable: no raw markup, examples for headers, and only our own style', async () => {
  expect(page.replaceAll(/<[^>]*>/g, '')).not.toContain('`')
  expect(page).toMatch(/<code>if-match<\/code>[^]*?for example <code>&quot;3&quot;<\/code>/)
  expect(page).toMatch(/<code>idempotency-key<\/code>[^]*?for example <code>[0-9a-f-]{36}<\/code>/)
  // The page's policy allows neither scripts nor inline styles.
  expect(page).not.toMatch(/<style|<script| style=|(src|href)="(https?:)?\/\//)
  const style = await it.app.inject('/api/docs.css')
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(style.body).toMatch(/--surface:/)
  expect(style.body).toMatch(
    /prefers-color-scheme: dark\) \{\n:root \{\s+color-scheme: dark;\s+--bg: #0e1012;/,
  )
  expect(style.body).not.toMatch(/@import|url\(/)
})
