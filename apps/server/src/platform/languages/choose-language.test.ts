import { expect, test } from 'vitest'
import { languageFor, languageNamed } from './index.ts'

const OURS = ['en', 'es', 'pt-BR', 'fr', 'de', 'ja'] as const

test.each([
  ['de', 'de'],
  ['de-CH, de;q=0.9, en;q=0.8', 'de'],
  ['pt-PT', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['es-419,en;q=0.5', 'es'],
  ['fr;q=0.3, ja;q=0.7', 'ja'],
  ['da, nl;q=0.9, fr;q=0.1', 'fr'],
  ['DE-at', 'de'],
  ['de;q=0, en', 'en'],
  ['zh-Hant-TW', null],
  ['*', null],
  ['', null],
  ['de;q=7', null],
  ['<script>, ;;;, de-, ,', null],
  [`${'xx,'.repeat(5_000)}de`, null],
])('chooses for %j: %j', (header, language) => {
  expect(languageFor(header, OURS)).toBe(language)
})

test('accepts only a choice that matches one of our languages exactly', () => {
  expect(languageNamed('pt-BR', OURS)).toBe('pt-BR')
  for (const other of ['pt', 'auto', '', 'DE', '__proto__', null, undefined])
    expect(languageNamed(other, OURS)).toBeNull()
})
