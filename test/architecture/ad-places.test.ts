import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

test('ADS-03 the only ad slot is on the dashboard, in its list or in the column beside it', () => {
  const users = sources().filter(
    (path) =>
      path.startsWith('apps/web/src/') &&
      !path.startsWith('apps/web/src/features/ads/') &&
      /<AdPlace\b/.test(read(path)),
  )
  expect(users.toSorted()).toEqual([
    'apps/web/src/app/routes/dashboard.tsx',
    'apps/web/src/features/feed/feed-side.tsx',
  ])
})
