import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

const HOME = '/dashboard'

test.each([
  '/dashboard',
  '/spots/0199e3a0-0000-7000-8000-000000000001',
  '/user/abc/followers?tab=2#top',
  '/spots?types=bowl&q=a%20b',
  '/spots?next=https://example.com',
  '/settings#//x',
])('AUTH-24 accepts the path %s on this site', (path) => {
  expect(safePath(path)).toBe(path)
})

test.each([
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '\u0000//evil.example',
  '/\u0001/evil.example',
  '/\u007f/evil.example',
  '/\u0085/evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'http://localhost:3000@evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'evil.example',
  '.evil.example',
  '@evil.example',
  '/%2f%2fevil.example',
  '%2f%2fevil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aSet-Cookie:x',
  '/a/..//evil.example',
  '/a/../%2fevil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/./\\evil.example',
  '',
  '?next=/a',
  '#a',
  'dashboard',
  `/${'a'.repeat(3000)}`,
])('AUTH-24 refuses the path %j to another site', (path) => {
  const given = safePath(path)
  expect(given).toBe(HOME)
})

test.each([undefined, null, 7, {}, ['/spots'], true])('AUTH-24 %j is not a path', (value) => {
  expect(safePath(value, '/x')).toBe('/x')
})
