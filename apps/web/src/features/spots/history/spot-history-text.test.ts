import type { Spot, SpotChange } from '@nollie/contract'
import { expect, test } from 'vitest'
import { readableChanges } from './spot-history-text.ts'

function change(before: Record<string, unknown>, more: Partial<SpotChange> = {}): SpotChange {
  return {
    id: crypto.randomUUID(),
    action: 'edit',
    user_id: null,
    user: null,
    source: null,
    version: 1,
    before,
    created_at: '2026-11-21T12:00:00.000Z',
    ...more,
  }
}

const now = {
  name: 'Third',
  description: null,
  spot_types: ['mini-ramp', 'diy'],
  latitude: 41.5,
  longitude: 2.1,
  difficulty_level: 'advanced',
} as unknown as Spot

test('R9 each change shows the old and the new value, even though only old values are stored', () => {
  const history = readableChanges(now, [
    change({ name: 'Second', difficulty_level: null }),
    change({ status: 'open' }, { action: 'status' }),
    change({ name: 'First', description: 'Wax.', spot_types: ['ledges'] }),
    change({ latitude: 41.4, longitude: 2.1 }),
  ])
  expect(history.map(({ fields }) => fields)).toEqual([
    [
      { label: 'Spot name', before: 'Second', after: 'Third' },
      { label: 'Difficulty', before: null, after: 'Advanced' },
    ],
    [],
    [
      { label: 'Spot name', before: 'First', after: 'Second' },
      { label: 'Description', before: 'Wax.', after: null },
      { label: 'Spot types', before: 'Ledges', after: 'Mini Ramp, DIY' },
    ],
    [{ label: 'Location', before: '41.40000, 2.10000', after: '41.50000, 2.10000' }],
  ])
})

test('R9 a pin moved along one axis is shown as a position', () => {
  const [only] = readableChanges(now, [change({ latitude: 41.4 })])
  expect(only?.fields).toEqual([
    { label: 'Location', before: '41.40000, 2.10000', after: '41.50000, 2.10000' },
  ])
})

test('changes to a merged spot do not count as changes to the remaining one', () => {
  const history = readableChanges(now, [
    change({ name: 'Second' }),
    change({ of: 'The other', name: 'Another' }),
    change({ name: 'First' }),
  ])
  expect(history.map(({ fields }) => fields)).toEqual([
    [{ label: 'Spot name', before: 'Second', after: 'Third' }],
    [],
    [{ label: 'Spot name', before: 'First', after: 'Second' }],
  ])
})
