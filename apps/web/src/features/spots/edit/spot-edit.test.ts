import type { Spot } from '@nollie/contract'
import { expect, test } from 'vitest'
import { editBody, toForm, readEdit, rebase } from './spot-edit.ts'
import { type SpotForm, spotFormReducer } from '../form/spot-form.ts'

const spot = {
  id: 's1',
  version: 3,
  name: 'MACBA',
  description: 'Marble.',
  address: 'Plaça dels Àngels 1',
  spot_types: ['ledges', 'plaza'],
  difficulty_level: null,
  latitude: 41.3833,
  longitude: 2.1669,
  city: 'Barcelona',
  state: 'Catalonia',
  country: 'Spain',
  postal_code: '08001',
} as unknown as Spot
const berlin = { city: 'Berlin', state: 'Berlin', country: 'Germany', postal_code: null }
const there = { latitude: 52.52, longitude: 13.405 }

function edited(change: Partial<SpotForm>): SpotForm {
  return { ...toForm(spot), ...change }
}

test('EDIT-01 an untouched form changes nothing, and surrounding blanks are ignored', () => {
  expect(editBody(spot, toForm(spot))).toEqual({})
  expect(editBody(spot, edited({ name: ' MACBA ', description: 'Marble. ' }))).toEqual({})
})

test('EDIT-07 sends only changed fields; cleared texts become null', () => {
  expect(editBody(spot, edited({ description: '  ', spot_types: [], difficulty_level: 'advanced' }))).toEqual(
    {
      description: null,
      spot_types: [],
      difficulty_level: 'advanced',
    },
  )
})

test('G-43 a moved pin sends its new place names; the server fills in the others', () => {
  const moved = spotFormReducer(toForm(spot), { type: 'pin', point: there })
  expect(editBody(spot, moved)).toEqual({ ...there, address: spot.address })
  const found = spotFormReducer(moved, { type: 'found', point: there, place: berlin })
  expect(editBody(spot, found)).toEqual({ ...there, ...berlin, address: spot.address })
  const typed = spotFormReducer(moved, { type: 'place', field: 'city', value: 'Kreuzberg' })
  expect(editBody(spot, typed)).toEqual({ ...there, city: 'Kreuzberg', address: spot.address })
})

test('G-43 a pin moved within its town keeps the postal code', () => {
  const point = { latitude: 41.38331, longitude: 2.1669 }
  const place = { city: 'Barcelona', state: 'Catalonia', country: 'Spain', postal_code: null }
  const form = spotFormReducer(spotFormReducer(toForm(spot), { type: 'pin', point }), {
    type: 'found',
    point,
    place,
  })
  expect(form.postal_code).toBe('08001')
})

test('R9 rebasing takes fields that only they changed, and reports conflicts with both values', () => {
  const theirs = { ...spot, version: 4, name: 'MACBA big four', city: 'BCN' }
  const mine = edited({ name: 'MACBA ledges', description: 'Waxed.' })
  const { form, collisions } = rebase(mine, spot, theirs)
  expect(collisions).toEqual([
    { field: 'name', was: 'MACBA', theirs: 'MACBA big four', mine: 'MACBA ledges' },
    { field: 'city', was: 'Barcelona', theirs: 'BCN' },
  ])
  expect(form).toMatchObject({ name: 'MACBA ledges', description: 'Waxed.', city: 'BCN' })
  expect(editBody(theirs, form)).toEqual({ name: 'MACBA ledges', description: 'Waxed.' })
})

test('R9 the same change on both sides is not a conflict', () => {
  const theirs = { ...spot, version: 4, name: 'Same' }
  expect(rebase(edited({ name: 'Same' }), spot, theirs).collisions).toEqual([
    { field: 'name', was: 'MACBA', theirs: 'Same' },
  ])
})

test('reads stored edits of any shape safely', () => {
  for (const junk of [null, 1, 'x', {}, { base: 1 }, { base: { id: 's1' }, form: {} }])
    expect(readEdit(junk)).toBeNull()
  expect(readEdit(JSON.parse(JSON.stringify({ base: spot, form: toForm(spot) })))).toEqual({
    base: spot,
    form: toForm(spot),
  })
})

test('an audience and its crew count as one change', () => {
  const forCrew = { ...spot, audience: 'crew', crew: { id: 'c1', name: 'Curb Club' } } as Spot
  expect(editBody(forCrew, toForm(forCrew))).toEqual({})
  const choose = (audience: 'crew' | 'members', crew_id: string | null) =>
    spotFormReducer(toForm(forCrew), { type: 'secrecy', secrecy: { audience, crew_id } })
  expect(editBody(forCrew, choose('members', null))).toEqual({ audience: 'members' })
  expect(editBody(forCrew, choose('crew', 'c2'))).toEqual({ audience: 'crew', crew_id: 'c2' })
  const closed = { ...forCrew, version: 4, audience: 'only_me', crew: null } as Spot
  const { form, collisions } = rebase(toForm(forCrew), forCrew, closed)
  expect(form).toMatchObject({ audience: 'only_me', crew_id: null })
  expect(collisions).toEqual([{ field: 'audience', was: 'crew c1', theirs: 'only_me' }])
})
