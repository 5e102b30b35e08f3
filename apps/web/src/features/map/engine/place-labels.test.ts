import { createExpression } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import type { LayerSpecification } from './gl.ts'
import { countryLabel, inLanguage, placeLabel } from './place-labels.ts'

/** Evaluates a label expression the way MapLibre does. */
function shown(label: unknown, properties: Record<string, string>): unknown {
  const made = createExpression(label, 'layers[0].layout.text-field')
  if (made.result === 'error') throw new Error(JSON.stringify(made.value))
  return made.value.evaluate({ zoom: 10 }, { type: 'Point', properties } as never)
}

const MUNICH = { name: 'München', 'name:latin': 'München', 'name:en': 'Munich', 'name:pt': 'Munique' }
const TOKYO = { name: '東京', 'name:latin': 'Tōkyō', name_de: 'Tokio', 'name:ja': '東京' }

test("labels a place in the page's language, else in Latin script, else by its local name", () => {
  expect(['en', 'de', 'pt-BR'].map((language) => shown(placeLabel(language), MUNICH))).toEqual([
    'Munich',
    'München',
    'Munique',
  ])
  expect(['de', 'ja', 'fr'].map((language) => shown(placeLabel(language), TOKYO))).toEqual([
    'Tokio',
    '東京',
    'Tōkyō',
  ])
  expect(shown(placeLabel('de'), { name: 'Москва' })).toBe('Москва')
})

test('translates the English country names on the shipped map with the browser', () => {
  expect(shown(countryLabel('de'), { name: 'Germany' })).toBe('Deutschland')
  expect(shown(countryLabel('ja'), { name: 'Japan' })).toBe('日本')
  expect(shown(countryLabel('de'), { name: 'Nowhere' })).toBe('Nowhere')
  expect(shown(countryLabel('en'), { name: 'Germany' })).toBe('Germany')
})

function layer(text: unknown) {
  return {
    id: 'a',
    type: 'symbol',
    source: 's',
    layout: { 'text-field': text, 'text-size': 12 },
  } as LayerSpecification
}

test.each([
  ['{name:latin}\n{name:nonlatin}'],
  ['{name}'],
  [['get', 'name:en']],
  [['coalesce', ['get', 'name_en'], ['get', 'name']]],
  [['case', ['has', 'name'], ['get', 'name'], 'None']],
  [['step', ['zoom'], ['get', 'name'], 8, ['get', 'name:latin']]],
])("shows the label %j of a configured style in the page's language", (text) => {
  const { layout } = inLanguage(layer(text), 'en') as { layout: Record<string, unknown> }
  expect(layout['text-size']).toBe(12)
  expect(shown(layout['text-field'], MUNICH)).toBe('Munich')
})

test('does not change labels in a configured style that are not names', () => {
  for (const text of ['{ref}', ['get', 'ref'], ['literal', ['get', 'name']], '{name} {ref}'])
    expect(inLanguage(layer(text), 'de')).toEqual(layer(text))
  const line = { id: 'a', type: 'line', source: 's' } as LayerSpecification
  expect(inLanguage(line, 'de')).toBe(line)
})
