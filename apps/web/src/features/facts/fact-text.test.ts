import type { Obstacle } from '@nollie/contract'
import { expect, test } from 'vitest'
import { fieldNames, fieldText, valueText } from './fact-text.ts'

const NOTHING = { length_cm: null, stairs: null, angle: null, material: null, waxed: null, knobbed: null }
const LEDGE: Obstacle = { ...NOTHING, kind: 'ledge', height_cm: 45 }
const FIELD = 'obstacle:1'

test('names the obstacle once in a change', () => {
  expect(fieldText(FIELD, LEDGE, null)).toEqual({ name: 'Ledge', value: '45 cm high' })
  expect(fieldText(FIELD, { ...LEDGE, height_cm: null }, null).value).toBe('Ledge')
})

test('names both obstacles if the kind changes', () => {
  const hubba: Obstacle = { ...LEDGE, kind: 'hubba' }
  expect(fieldText(FIELD, LEDGE, hubba).value).toBe('Ledge · 45 cm high')
  expect(fieldText(FIELD, hubba, LEDGE).value).toBe('Hubba · 45 cm high')
})

test('lists each changed field once', () => {
  expect(fieldNames(['surface', 'toilet', 'obstacle:1', 'obstacle:2'])).toBe('Ground · Restroom · Obstacle')
})

test('says whether people may ride, and whether something is there', () => {
  expect([valueText('bmx', true), valueText('bmx', false)]).toEqual(['Allowed', 'Not allowed'])
  expect([valueText('water', true), valueText('water', false)]).toEqual(['Yes', 'No'])
})

test('a change of the name shows the name, and an undone one none', () => {
  expect(fieldText('name', 'The Elm Bowl', null)).toEqual({ name: 'Name', value: 'The Elm Bowl' })
  expect(fieldText('name', null, 'The Elm Bowl').value).toBe('Unknown')
})
