import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

/**
 * Exceptions: load shedding before routing, file serving by path, and a single-address server. Everything else must use
 * the matched route, because a route has many spellings.
 */
const READS_ADDRESSES = [
  'apps/server/src/platform/http/overload/overload.ts',
  'apps/server/src/platform/http/serve-web-client.ts',
  'apps/server/src/platform/telemetry/metrics-server.ts',
]
const RAW_ADDRESS =
  /\b(?:request|req)(?:\.raw)?\.(?:url|originalUrl)\b|\b(?:url|originalUrl)\b[^=()\n]*\}\s*=\s*(?:request|req)\b(?!\.)/

test('no guard reads the raw address of a request', () => {
  expect("if (request.url.startsWith('/api/')) return").toMatch(RAW_ADDRESS)
  expect('const { url, method } = request').toMatch(RAW_ADDRESS)
  expect('const { url = "" } = request.routeOptions').not.toMatch(RAW_ADDRESS)
  const readers = sources().filter(
    (path) =>
      path.startsWith('apps/server/src/') && !path.endsWith('.test.ts') && RAW_ADDRESS.test(read(path)),
  )
  expect(readers.toSorted()).toEqual(READS_ADDRESSES)
})
