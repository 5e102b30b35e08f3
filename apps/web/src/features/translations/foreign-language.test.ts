import { expect, test } from 'vitest'
import { detectForeignLanguage } from './foreign-language.ts'

const SPANISH = 'Es un sitio muy bueno para patinar, pero hay que venir por la tarde.'
const GERMAN = 'Der Boden ist sehr glatt, aber die Kante ist hart.'
const ENGLISH = 'The ledge is waxed and there are no guards in the evening.'
const JAPANESE = 'とてもいいスポットです。夜は静かです。'

test.each([
  ['en', SPANISH, 'es'],
  ['de', SPANISH, 'es'],
  ['es', SPANISH, null],
  ['en', GERMAN, 'de'],
  ['de', GERMAN, null],
  ['de', ENGLISH, 'en'],
  ['en', ENGLISH, null],
  ['ja', ENGLISH, 'en'],
  ['en', JAPANESE, 'ja'],
  ['ja', JAPANESE, null],
  ['ja', 'MACBAの前。The ledge です。', null],
  ['pt-BR', 'O chão é muito bom e tem uma borda para manuals.', null],
  ['es', 'O chão é muito bom e não tem guardas.', 'pt'],
  ['en', "C'est très bon pour les débutants, mais il y a des gardiens.", 'fr'],
  ['en', 'Очень хорошее место', 'ru'],
  ['en', '여기 정말 좋아요', 'ko'],
  ['en', '这里很好', 'zh'],
])('on a page in %s, detects %j as %j', (page, text, language) => {
  expect(detectForeignLanguage(text, page)).toBe(language)
})

test('detects no language in short texts, names, links and symbols', () => {
  for (const text of [
    '',
    '!!!',
    '🔥🔥',
    'MACBA',
    'Kickflip backside 50-50',
    'Clean!',
    'https://el.es/los/de/la',
    '@los @las',
  ])
    expect(detectForeignLanguage(text, 'de')).toBeNull()
})
