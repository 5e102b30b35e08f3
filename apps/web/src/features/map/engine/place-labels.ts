import { countryNames } from '../../../lib/places/country-names.ts'
import { LANGUAGE } from '../../../lib/format.ts'
import type { ExpressionSpecification, LayerSpecification } from './gl.ts'

// OpenStreetMap names have no region subtag: Brazilian Portuguese names are under `name:pt`.
function getPrimaryLanguage(language: string): string {
  return language.split('-')[0] ?? language
}

/**
 * Returns an expression for a place's name in the page's language, as tagged by OpenStreetMap (`name:de`) or
 * OpenMapTiles (`name_de`). Falls back to the name in Latin script, then to the local name.
 */
export function placeLabel(language = LANGUAGE): ExpressionSpecification {
  const code = getPrimaryLanguage(language)
  return [
    'coalesce',
    ...[`name:${code}`, `name_${code}`, 'name:latin', 'name'].map(
      (key): ExpressionSpecification => ['get', key],
    ),
  ] as ExpressionSpecification
}

/** Returns an expression for a country's name on the shipped map, whose tiles only have English names. */
export function countryLabel(language = LANGUAGE): ExpressionSpecification {
  return ['coalesce', ['get', ['get', 'name'], ['literal', countryNames(language)]], ['get', 'name']]
}

const NAMES = /^name(?:[:_][\w-]+)?$/

function isName(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value[0] === 'get' && NAMES.test(String(value[1]))
}

// Older styles use text such as `{name:latin}\n{name:nonlatin}` for names.
function isNameText(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\s*\{name(?:[:_][\w-]+)?\}\s*)+$/.test(value)
}

function replaced(value: unknown, label: ExpressionSpecification): unknown {
  if (isName(value) || isNameText(value)) return label
  if (!Array.isArray(value)) return value
  // MapLibre shows the first name that is available, so ours goes first.
  if (value[0] === 'coalesce' && value.slice(1).every(isName)) return label
  return value[0] === 'literal' ? value : value.map((part) => replaced(part, label))
}

/** Returns a layer of the operator's style with its labels in the page's language. */
export function inLanguage(layer: LayerSpecification, language = LANGUAGE): LayerSpecification {
  if (layer.type !== 'symbol' || !layer.layout?.['text-field']) return layer
  const text = replaced(layer.layout['text-field'], placeLabel(language)) as ExpressionSpecification
  return { ...layer, layout: { ...layer.layout, 'text-field': text } }
}
