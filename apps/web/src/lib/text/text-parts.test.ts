import { expect, test } from 'vitest'
import { pathHere, splitText } from './text-parts.ts'

const mentions = [
  { username: 'Dee.M', user_id: 'd' },
  { username: 'noor', user_id: 'n' },
]
/** Returns the URLs that a text links to. */
function links(text: string) {
  return splitText(text, []).flatMap((part) =>
    typeof part !== 'string' && 'url' in part ? part.url.href : [],
  )
}

test('splits a text at known names, and leaves the rest unchanged', () => {
  expect(splitText('ask @dee.m and @noor. Not @sam, nor dee@noor', mentions)).toEqual([
    'ask ',
    { text: '@dee.m', user_id: 'd' },
    ' and ',
    { text: '@noor', user_id: 'n' },
    '. Not @sam, nor dee@noor',
  ])
  expect(splitText('で@noorさん', mentions)).toEqual(['で', { text: '@noor', user_id: 'n' }, 'さん'])
  expect(splitText('和＠noor说', mentions)).toEqual(['和', { text: '＠noor', user_id: 'n' }, '说'])
  expect(splitText('@NOOR', mentions)).toEqual([{ text: '@NOOR', user_id: 'n' }])
  expect(splitText('', mentions)).toEqual([])
  expect(splitText('no names', [])).toEqual(['no names'])
})

test('excludes trailing punctuation from addresses, and does not split them at names', () => {
  expect(splitText('see https://city.example/parks/@noor?a=1. And @noor', mentions)).toEqual([
    'see ',
    { text: 'https://city.example/parks/@noor?a=1', url: new URL('https://city.example/parks/@noor?a=1') },
    '. And ',
    { text: '@noor', user_id: 'n' },
  ])
  expect(links('(https://a.example/x) “http://b.example/y”, https://c.example/z_(ramp)!')).toEqual([
    'https://a.example/x',
    'http://b.example/y',
    'https://c.example/z_(ramp)',
  ])
})

test('G-45 C2 links only http and https, and no disguised addresses', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'xhttps://a.example',
    'https://',
    'https://nollie.example@evil.example/',
    'www.a.example',
    '//a.example',
  ])
    expect(links(text), text).toEqual([])
  expect(links(`${'https://a.example/'.repeat(2)}<b>`)).toHaveLength(1)
})

test('C2 C4 only links to this site open within it', () => {
  const here = (address: string) => pathHere(new URL(address), 'https://nollie.example')
  expect(here('https://nollie.example/spots/1?item=2#x')).toBe('/spots/1?item=2#x')
  for (const address of [
    'https://nollie.example//evil.example/auth',
    'https://nollie.example/\\evil.example',
    'https://evil.example/spots/1',
    'http://nollie.example/spots/1',
  ])
    expect(here(address), address).toBeNull()
})
