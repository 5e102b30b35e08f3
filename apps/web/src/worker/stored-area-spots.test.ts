import type { AreaName, AreaSpot } from '@nollie/contract'
import { decodeMap, isPinOf, toWorld } from '@nollie/contract/map/map-codec'
import { expect, test } from 'vitest'
import { placesAnswer } from './stored-area-places.ts'
import {
  boundsAnswer,
  findPinCard,
  cardWithId,
  filterSpots,
  isInView,
  listAnswer,
  mapAnswer,
  suggestionsAnswer,
} from './stored-area-spots.ts'

function makeId(n: number) {
  return `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

function spot(n: number, with_: Partial<AreaSpot> = {}): AreaSpot {
  return {
    id: makeId(n),
    name: `Spot ${n}`,
    name_is_guess: false,
    description: null,
    address: null,
    city: 'Barcelona',
    state: 'Catalonia',
    country: 'Spain',
    latitude: 41.38 + n / 1000,
    longitude: 2.17,
    difficulty_level: null,
    has_video: false,
    spot_type: 'street',
    spot_types: ['street'],
    photo: null,
    photo_url: null,
    cover_item: null,
    status: 'open',
    audience: 'everybody',
    precision: 'exact',
    is_exact: true,
    exact_for: null,
    opens_at: null,
    opens_to: null,
    crew: null,
    posts_count: 1,
    likes_count: 0,
    comments_count: 0,
    facts: null,
    source: null,
    standing: { state: 'open', until: null, confirmed_at: null, confirmed_by: 0, is_doubtful: false },
    time_zone: 'Europe/Madrid',
    created_at: `2026-01-01T00:00:${String(n).padStart(2, '0')}.000Z`,
    ...with_,
  }
}

const MACBA = spot(1, {
  name: 'MACBA',
  description: 'Marble ledges, waxed',
  spot_types: ['ledges', 'stairs'],
  spot_type: 'ledges',
  difficulty_level: 'advanced',
  has_video: true,
  address: 'Plaça dels Àngels',
})
const SANTS = spot(2, { name: 'Sants station', spot_types: ['manual-pad'], spot_type: 'manual-pad' })
const GONE = spot(3, { name: 'Old MACBA bank', status: 'gone', spot_types: ['bank'], spot_type: 'bank' })
const FAR = spot(4, { name: 'Badalona bowl', latitude: 41.5, longitude: 2.24, city: 'Badalona' })
const ALL = [MACBA, SANTS, GONE, FAR]

function ask(query: Record<string, string>) {
  return new URLSearchParams(query)
}

function found(query: Record<string, string>) {
  return filterSpots(ALL, ask(query)).map(({ name }) => name)
}

test('filters the same way as the server: type, difficulty, status, video, texts, place, near', () => {
  expect(found({})).toEqual(['MACBA', 'Sants station', 'Badalona bowl'])
  expect(found({ type: 'stairs' })).toEqual(['MACBA'])
  expect(found({ difficulty: 'advanced' })).toEqual(['MACBA'])
  expect(found({ media: 'video' })).toEqual(['MACBA'])
  expect(found({ status: 'gone' })).toEqual(['Old MACBA bank'])
  expect(found({ status: 'all', q: 'macba' })).toEqual(['MACBA', 'Old MACBA bank'])
  expect(found({ keywords: 'WAXED' })).toEqual(['MACBA'])
  expect(found({ keywords: 'barcelona' })).toEqual([])
  expect(found({ place: 'angels' })).toEqual(['MACBA'])
  expect(found({ q: 'manual pad' })).toEqual(['Sants station'])
  expect(found({ q: 'sants barc' })).toEqual(['Sants station'])
  expect(found({ q: 'nothing' })).toEqual([])
  expect(found({ around: '41.38,2.17' })).toEqual(['MACBA', 'Sants station'])
})

test('offline, skateable now depends on daylight alone', () => {
  const foundAt = (at: string) => filterSpots(ALL, ask({ now: 'skateable', q: 'sants' }), new Date(at))
  expect(foundAt('2026-06-21T12:00:00Z')).toHaveLength(1)
  expect(foundAt('2026-06-21T23:30:00Z')).toHaveLength(0)
})

function viewAt(z: number, { latitude, longitude }: AreaSpot) {
  const { x, y } = toWorld(latitude, longitude)
  const [column, row] = [Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)]
  return { z: `${z}`, x0: `${column}`, x1: `${column}`, y0: `${row}`, y1: `${row}` }
}

test('a view has pins, clusters where many pins are close together, and the number of matches', () => {
  const crowd = Array.from({ length: 9 }, (_, n) =>
    spot(10 + n, { latitude: 41.4, longitude: 2.2 + n / 1e5 }),
  )
  const wire = mapAnswer([...ALL, ...crowd], ask(viewAt(12, MACBA)))
  const { pins, clusters } = decodeMap(wire)
  expect(wire.total).toBe(12)
  expect(pins.map(({ name }) => name).toSorted()).toEqual(['MACBA', 'Sants station'])
  expect(pins.find(({ name }) => name === 'MACBA')).toMatchObject({ type: 'ledges', gone: false })
  expect(pins[0]?.latitude).toBeCloseTo(41.38, 2)
  expect(clusters).toEqual([])
  const far = decodeMap(mapAnswer([...ALL, ...crowd], ask(viewAt(8, MACBA))))
  expect(far.clusters.reduce((sum, { n }) => sum + n, 0) + far.pins.length).toBe(12)
  expect(far.clusters.some(({ n }) => n >= 9)).toBe(true)
  expect(decodeMap(mapAnswer(crowd, ask(viewAt(18, crowd[0] ?? MACBA)))).clusters).toEqual([])
})

test('a selected pin finds its card, and no other spot at the same place', () => {
  const double = spot(7, { latitude: MACBA.latitude, name: 'Double' })
  const { pins } = decodeMap(mapAnswer([...ALL, double], ask(viewAt(14, MACBA))))
  const pin = pins.find((one) => isPinOf(one, MACBA.id))
  const card = findPinCard([...ALL, double], pin?.ref ?? '')
  expect(card).toMatchObject({ id: MACBA.id, name: 'MACBA' })
  expect(card).not.toHaveProperty('has_video')
  expect(findPinCard(ALL, '24-1-1-000001')).toBeNull()
  expect(cardWithId(ALL, SANTS.id)?.name).toBe('Sants station')
  expect(cardWithId(ALL, makeId(99))).toBeNull()
})

const WORLD = { z: '0', x0: '0', x1: '0', y0: '0', y1: '0' }

test('lists the newest or nearest spots in the box, page by page', () => {
  const names = (query: Record<string, string>) =>
    listAnswer(ALL, ask({ ...WORLD, ...query }))?.items.map(({ name }) => name)
  expect(names({})).toEqual(['Badalona bowl', 'Sants station', 'MACBA'])
  expect(names({ near: '41.38,2.17' })).toEqual(['MACBA', 'Sants station', 'Badalona bowl'])
  expect(names({ box: '2.16,41.37,2.18,41.39' })).toEqual(['Sants station', 'MACBA'])
  const many = Array.from({ length: 30 }, (_, n) => spot(n))
  const first = listAnswer(many, ask(WORLD))
  expect(first).toMatchObject({ count: 30, count_capped: false })
  expect(first?.items).toHaveLength(24)
  const second = listAnswer(many, ask({ ...WORLD, cursor: first?.next_cursor ?? '' }))
  expect(second?.items).toHaveLength(6)
  expect(second).toMatchObject({ count: null, next_cursor: null })
  // The first page came from the server, which sorts differently.
  expect(listAnswer(many, ask({ ...WORLD, cursor: 'WyJ4Il0' }))).toBeNull()
})

test('the matches have one bounding box, even across the antimeridian', () => {
  expect(boundsAnswer(ALL, ask({ q: 'macba' }))).toMatchObject({
    count: 1,
    bounds: { west: 2.17, east: 2.17 },
  })
  expect(boundsAnswer(ALL, ask({ q: 'nothing' }))).toEqual({ count: 0, count_capped: false, bounds: null })
  const fiji = [spot(1, { longitude: 179.9 }), spot(2, { longitude: -179.9 })]
  const { bounds } = boundsAnswer(fiji, ask({}))
  expect(bounds?.west).toBeCloseTo(179.9)
  expect(bounds?.east).toBeCloseTo(180.1)
  expect(isInView({ z: 4, x0: 15, x1: 16, y0: 0, y1: 15 }, { latitude: 0, longitude: -179.9 })).toBe(true)
})

test('suggests matching names before matching addresses, nearest first', () => {
  const names = (q: string, more: Record<string, string> = {}) =>
    suggestionsAnswer(ALL, ask({ q, ...more })).items.map(({ name }) => name)
  expect(names('mac')).toEqual(['MACBA'])
  expect(names('mac', { status: 'all' })).toEqual(['MACBA', 'Old MACBA bank'])
  expect(names('ba')).toEqual(['Badalona bowl', 'MACBA', 'Sants station'])
  expect(names('barcelona', { near: '41.382,2.17' })).toEqual(['Sants station', 'MACBA'])
})

function place(name: string, with_: Partial<AreaName> = {}): AreaName {
  return {
    id: name,
    kind: 'street',
    name,
    text: 'Barcelona, Spain',
    also: [],
    bounds: null,
    latitude: 41.38,
    longitude: 2.17,
    ...with_,
  }
}

test('finds places by any of their names, ignoring accents, and lists each once, towns first', () => {
  const places = [
    place('Carrer de Joaquín Costa'),
    place('Carrer de Joaquín Costa', { latitude: 41.39 }),
    place('La Rambla', { also: ['Las Ramblas'] }),
    place('Barcelona', { kind: 'town', text: 'Catalonia, Spain' }),
    place('Barceloneta'),
  ]
  const names = (q: string) => placesAnswer(places, ask({ q })).items.map(({ name, text }) => [name, text])
  expect(names('joaquin')).toEqual([['Carrer de Joaquín Costa', 'Barcelona, Spain']])
  expect(names('las ram')).toEqual([['Las Ramblas', 'La Rambla, Barcelona, Spain']])
  expect(names('barcel').map(([name]) => name)).toEqual(['Barcelona', 'Barceloneta'])
  expect(names('zz')).toEqual([])
})

test('CHECK-12 filters by status and draws pins the same way as the server', () => {
  const withState = (state: AreaSpot['standing']['state'], is_doubtful: boolean) => ({
    standing: { state, until: null, confirmed_at: null, confirmed_by: 0, is_doubtful },
  })
  const { standing: _, ...earlier } = spot(5)
  const spots = [
    spot(1),
    spot(2, withState('open', true)),
    spot(3, withState('closed', true)),
    spot(4, { status: 'gone', ...withState('gone', false) }),
    earlier as AreaSpot,
  ]
  const filterIds = (status: string) =>
    filterSpots(spots, new URLSearchParams({ status })).map(({ id }) => Number(id.slice(-2)))
  expect(['confirmed', 'doubtful', 'stopped', 'gone', ''].map(filterIds)).toEqual([
    [1, 5],
    [2],
    [3],
    [4],
    [1, 2, 3, 5],
  ])
})
