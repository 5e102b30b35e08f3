import type { Conditions } from '@nollie/contract'
import { expect, test } from 'vitest'
import { knownZone } from '../../lib/format.ts'
import { conditionText, localTimeText } from './condition-text.ts'
import { lightAt } from './light.ts'

const BERLIN = { latitude: 52.52, longitude: 13.4 }
const noon = lightAt(BERLIN, new Date('2026-06-21T10:00:00Z'))
const night = lightAt(BERLIN, new Date('2026-06-21T23:30:00Z'))

function at(change: Partial<Conditions>): Conditions {
  return {
    time_zone: 'Europe/Berlin',
    ground: null,
    night_light: 'unknown',
    bust: null,
    opening: null,
    ...change,
  }
}

const dry = { state: 'dry', dry_since: null, dry_from: null, is_covered: false } as const
const quiet = { chance: 10, certainty: 80, weekday: 6, is_holiday: false }

function plain(text: string) {
  return text.replaceAll('\u202f', ' ')
}

test('explains why a spot is skateable now', () => {
  const text = conditionText(
    at({ ground: { ...dry, dry_since: '2026-06-21T10:04:00.000Z' }, night_light: 'lit', bust: quiet }),
    night,
  )
  expect(plain(text)).toBe('Skateable now: dry since 12:00 PM, lit, and quiet on Sundays')
  expect(plain(conditionText(at({ ground: dry }), noon))).toMatch(
    /^Skateable now: dry and light until 10:2\d PM$/,
  )
  expect(conditionText(at({ bust: { ...quiet, is_holiday: true } }), noon)).toContain('quiet on holidays')
  expect(conditionText(at({ ground: { ...dry, is_covered: true } }), noon)).toContain('dry under cover')
})

test('explains why a spot is not skateable now', () => {
  const drying = { ...dry, state: 'drying', dry_from: '2026-06-21T12:50:00.000Z' } as const
  expect(plain(conditionText(at({ ground: drying }), noon))).toMatch(
    /^Not skateable now: wet until about 3:00 PM/,
  )
  expect(conditionText(at({ ground: { ...dry, state: 'wet' } }), noon)).toMatch(
    /^Not skateable now: wet and light/,
  )
  expect(conditionText(at({}), night)).toBe('dark, lights unknown')
  expect(conditionText(at({ night_light: 'dark' }), night)).toBe('Not skateable now: dark, no lights')
  expect(conditionText(at({ bust: { ...quiet, chance: 70 } }), noon)).toMatch(
    /^Not skateable now:.*often get kicked/,
  )
})

test('omits unknown conditions', () => {
  expect(conditionText(at({ bust: { ...quiet, certainty: 3 } }), noon)).not.toContain('quiet')
  expect(plain(conditionText(at({}), noon))).toMatch(/^light until /)
  expect(conditionText(at({ ground: dry }), night)).toBe('dry and dark, lights unknown')
  expect(plain(conditionText(undefined, noon))).toMatch(/^light until /)
})

test('a closed spot is not skateable, and shows when it opens', () => {
  const changes_at = '2026-06-21T18:00:00.000Z'
  const text = (opening: Conditions['opening']) =>
    plain(conditionText(at({ opening, night_light: 'lit' }), night))
  expect(text({ is_open: false, changes_at: null })).toBe('Not skateable now: lit and closed')
  expect(text({ is_open: false, changes_at })).toBe('Not skateable now: lit and closed until 8:00 PM')
  expect(text({ is_open: true, changes_at })).toBe('Skateable now: lit and open until 8:00 PM')
  expect(text({ is_open: true, changes_at: null })).toBe('Skateable now: lit')
})

test('shows times in the time zone of the spot, even without its conditions', () => {
  const tokyo = lightAt({ latitude: 35.6262, longitude: 139.6616 }, new Date('2026-06-21T03:00:00Z'))
  expect(plain(conditionText(undefined, tokyo, 'Asia/Tokyo'))).toMatch(/^light until 7:\d\d PM$/)
})

test('shows the local time at the spot if it differs from the device', () => {
  const noon = new Date('2026-06-21T03:00:00Z')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(plain(localTimeText('Asia/Kathmandu', noon) ?? '')).toBe('Local time at the spot: 8:45 AM')
  expect(localTimeText(here, noon)).toBeNull()
  expect(localTimeText(undefined, noon)).toBeNull()
  expect(knownZone('Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(knownZone('Mars/Olympus')).toBeUndefined()
})

test('shows opening hours in the time zone of the spot', () => {
  const opening = { is_open: true, changes_at: '2026-06-21T12:00:00.000Z' }
  const text = (time_zone?: string) =>
    plain(conditionText(at({ opening, night_light: 'lit' }), night, time_zone))
  expect(text('Asia/Tokyo')).toBe('Skateable now: lit and open until 9:00 PM')
  expect(text()).toBe('Skateable now: lit and open until 2:00 PM')
})

test("uses the device's time zone if the browser doesn't know the spot's", () => {
  const opening = { is_open: true, changes_at: '2026-06-21T12:00:00' }
  const unknown = at({ opening, night_light: 'lit', time_zone: 'Mars/Olympus' })
  expect(plain(conditionText(unknown, night))).toBe('Skateable now: lit and open until 12:00 PM')
  expect(localTimeText('Mars/Olympus', new Date())).toBeNull()
})
