import { countryNames } from '../../../lib/country-names.ts'
import { LANGUAGE } from '../../../lib/format.ts'
import type { ExpressionSpecification, LayerSpecification } from './gl.ts'

// OpenStreetMap has no names by region: Brazilian ones are `name:pt`.
const getPrimaryLanguage = (language: string): string => language.split('-')[0] ?? language

/**
 * A place's name in the page's language, from OpenStreetMap (`name:de`) or OpenMapTiles (`name_de`); else in Latin
 * script; else the local name.
 */
export const placeLabel = (language = LANGUAGE): ExpressionSpecification => {
  const code = getPrimaryLanguage(language)
  return [
    'coalesce',
    ...[`name:${code}`, `name_${code}`, 'name:latin', 'name'].map(
      (key): ExpressionSpecification => ['get', key],
    ),
  ] as ExpressionSpecification
}

/** A country's name on the shipped map, whose tiles have only English ones. */
export const countryLabel = (language = LANGUAGE): ExpressionSpecification => [
  'coalesce',
  ['get', ['get', 'name'], ['literal', countryNames(language)]],
  ['get', 'name'],
]

const NAMES = /^name(?:[:_][\w-]+)?$/

const isName = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value[0] === 'get' && NAMES.test(String(value[1]))

// Older styles' `{name:latin}\n{name:nonlatin}` and similar are names, too.
const isNameText = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:\s*\{name(?:[:_][\w-]+)?\}\s*)+$/.test(value)

const replaced = (value: unknown, label: ExpressionSpecification): unknown => {
  if (isName(value) || isNameText(value)) return label
  if (!Array.isArray(value)) return value
  // The first available name is shown, so ours goes first.
  if (value[0] === 'coalesce' && value.slice(1).every(isName)) return label
  return value[0] === 'literal' ? value : value.map((part) => replaced(part, label))
}

/** A layer of the operator's style, with its labels in the page's language. */
export const inLanguage = (layer: LayerSpecification, language = LANGUAGE): LayerSpecification => {
  if (layer.type !== 'symbol' || !layer.layout?.['text-field']) return layer
  const text = replaced(layer.layout['text-field'], placeLabel(language)) as ExpressionSpecification
  return { ...layer, layout: { ...layer.layout, 'text-field': text } }
}
