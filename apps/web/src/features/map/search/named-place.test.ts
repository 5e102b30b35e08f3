import type { FoundPlace } from '@nollie/contract'
import { expect, test } from 'vitest'
import { isNamed } from './named-place.ts'

function place(kind: FoundPlace['kind'], name: string, text: string): FoundPlace {
  return {
    id: name,
    kind,
    name,
    text,
    latitude: 0,
    longitude: 0,
    bounds: null,
    ref: null,
  }
}

test.for<[typed: string, FoundPlace, boolean]>([
  ['Barcelona', place('town', 'Barcelona', 'Catalonia, Spain'), true],
  ['  barcelona ', place('town', 'Barcelona', 'Catalonia, Spain'), true],
  ['Barcelona, Spain', place('town', 'Barcelona', 'Catalonia, Spain'), true],
  ['paris, tex', place('town', 'Paris', 'Texas, United States'), true],
  ['malmo', place('town', 'Malmö', 'Skåne, Sweden'), true],
  ['Lodz', place('town', 'Łódź', 'Łódź Voivodeship, Poland'), true],
  ['tromso', place('town', 'Tromsø', 'Troms, Norway'), true],
  ['Strasse', place('town', 'Straße', 'Tyrol, Austria'), true],
  ['ＯＳＡＫＡ', place('town', 'Osaka', 'Japan'), true],
  ["L'Aquila", place('town', 'L’Aquila', 'Abruzzo, Italy'), true],
  ['san sebastian', place('town', 'San Sebastián', 'Basque Country, Spain'), true],
  ['東京', place('town', '東京', 'Tokyo, Japan'), true],
  ['Spain', place('country', 'Spain', ''), true],
  ['Barcelona, Texas', place('town', 'Barcelona', 'Catalonia, Spain'), false],
  ['Barcel', place('town', 'Barcelona', 'Catalonia, Spain'), false],
  ['Barcelona', place('street', 'Barcelona', 'Berlin, Germany'), false],
  ['Gap', place('town', 'Gap', 'Provence, France'), false],
  ['Banks', place('town', 'Banks', 'Oregon, United States'), false],
  ['Barcelona plaza', place('town', 'Barcelona', 'Catalonia, Spain'), false],
])('whether %s is the name of %o: %s', ([typed, found, expected]) => {
  expect(isNamed(found, typed)).toBe(expected)
})
