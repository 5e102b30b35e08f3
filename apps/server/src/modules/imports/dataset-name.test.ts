import { expect, test } from 'vitest'
import { toDatasetName } from './dataset-name.ts'

test.for([
  ['skateparks-2026-11', 'skateparks-2026-12'],
  [
    'skateparks',
    'skateparks (1)',
    'Skateparks(12)',
    'SKATEPARKS-copy',
    'skateparks_final',
    'skateparks - Copy (2)',
  ],
  ['20261128_skateparks', '2026-11-28-skateparks', 'skateparks 28.11.2026', 'skateparks_11-28-2026'],
  ['skateparks_20261128T1015Z', 'skateparks-2026-11-28-10-15-30', 'skateparks 2026-11-28 101530'],
  [
    'skateparks-nov-2026',
    'skateparks December 2026',
    'skateparks-2026',
    'skateparks_Q4_2026',
    'skateparks-2026-w48',
  ],
  [
    'skateparks-v2',
    'skateparks_v2.1',
    'skateparks-v3.0-final',
    'skateparks_1764324930',
    'skateparks-1764324930123',
  ],
  ['catalonia-261128', 'catalonia-latest', 'catalonia'],
])('%s and similar names are one dataset', (files) => {
  const [first = '', ...others] = files.map(toDatasetName)
  expect(others.map(() => first)).toEqual(others)
  expect(first).toMatch(/^(skateparks|catalonia)$/)
})

test('names of other places or parts stay distinct', () => {
  for (const file of [
    'city-a',
    'city-b',
    'zone-1',
    'zone-2',
    'district 12',
    'march-park',
    'may',
    'newtown',
    'park-17-spots',
    'a-2-b',
  ])
    expect(toDatasetName(file)).toBe(file)
  expect(toDatasetName('2026-11')).toBe('')
})
