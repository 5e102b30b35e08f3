import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const SOURCE = 'apps/web/src/'

/** Lists the web client's files with code or styles, without tests. */
function listClientFiles(): string[] {
  return repositoryFiles().filter(
    (path) =>
      (path.startsWith(SOURCE) && /\.(?:ts|tsx|css)$/.test(path) && !/\.test\.tsx?$/.test(path)) ||
      path === 'apps/web/index.html',
  )
}

function findHosts(text: string): string[] {
  return [...text.matchAll(/\b(?:https?|wss?):\/\/([a-z\d][a-z\d.-]*)/gi)].map(([, host = '']) => host)
}

/** Allowed hosts: pages that people open, names of XML vocabularies, standards in comments, and a placeholder. */
const LINKS = [
  'maps.apple.com',
  'openfreemap.org',
  'openmaptiles.org',
  'own.invalid',
  'wa.me',
  'webmachinelearning.github.io',
  'www.google.com',
  'www.instagram.com',
  'www.openstreetmap.org',
  'www.w3.org',
]
/** Free map tiles, which need no key. A server can turn them off. */
const SERVICES = ['tiles.openfreemap.org']

/** Keys as Google, Stripe, Mapbox, GitHub, and signed tokens spell them, and keys in an address. */
const KEY =
  /\bAIza[\w-]{20,}|\b[ps]k[._](?:live|test|eyJ)[\w.-]*|\bgh[ps]_\w{20,}|\beyJ[\w-]{10,}\.eyJ|[?&](?:api_?key|key|access_token)=\w{8,}/

test('LIMIT-16 the client contains no key, and no address of a service except free map tiles', () => {
  expect(findHosts("fetch('https://api.mapbox.com/v4')\n<a href='http://b.example:80/x'>")).toEqual([
    'api.mapbox.com',
    'b.example',
  ])
  for (const planted of ['AIzaSyA1234567890abcdefghij', 'pk.eyJ1IjoibWF5YSJ9', '/tiles?key=0a1b2c3d4e'])
    expect(planted).toMatch(KEY)
  const files = listClientFiles()
  expect(files.length).toBeGreaterThan(500)
  const hosts = new Set(files.flatMap((path) => findHosts(read(path))))
  expect([...hosts].toSorted()).toEqual([...LINKS, ...SERVICES].toSorted())
  expect(files.filter((path) => KEY.test(read(path)))).toEqual([])
})

/**
 * Direct requests: the typed helper itself, live events, uploads, tiles, lookups by other services, and the embedded
 * map, which sends no cookies.
 */
const SEND_REQUESTS = [
  'features/map/embed/fetch-as-anyone.ts',
  'features/map/engine/streets.ts',
  'features/media/send-file.ts',
  'features/places/location-by-ip.ts',
  'features/stored-areas/fetch-part.ts',
  'lib/api.ts',
  'lib/live.ts',
  'lib/server-answers.ts',
]
const REQUEST = /(?<![\w.])fetch\(|\bnew (?:XMLHttpRequest|EventSource|WebSocket)\(|\bsendBeacon\(/

test('API-71 all screens send requests with the same typed helper', () => {
  expect("const answer = await fetch('/api/posts')").toMatch(REQUEST)
  expect('onRetry={() => void query.refetch()}').not.toMatch(REQUEST)
  const senders = listClientFiles()
    .filter((path) => /\/src\/(?:app|features|i18n|lib|ui)\//.test(path) && REQUEST.test(read(path)))
    .map((path) => path.slice(SOURCE.length))
  expect(senders.toSorted()).toEqual(SEND_REQUESTS)
})
