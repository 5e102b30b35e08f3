import { expect, test } from 'vitest'
import { read, repositoryFiles, sources } from './files.ts'

// One file formats all numbers, dates, and lists in the page's language, and plural forms are variants of messages. The
// exceptions take the language from there; they're separate so that first screens don't load them.
const COUNTRIES = ['apps/web/src/lib/places/countries.ts', 'apps/web/src/lib/places/country-names.ts']
const HELPER = 'apps/web/src/lib/format.ts'
/** Selects the plural form of compiled texts. */
const FORMS = 'apps/web/src/i18n/plural.ts'

function filesWith(pattern: RegExp) {
  return sources()
    .filter((path) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$/.test(path))
    .filter((path) => pattern.test(read(path)))
}

/** The device's time zone does not depend on the language. */
const OWN_LANGUAGE =
  /(['"`])en(?:-\w+)?\1|\.toLocale\w+\(|\.localeCompare\(|\bIntl\.(?!DateTimeFormat\(\)\.resolvedOptions\(\)\.timeZone\b)/
test('the language of numbers, dates and lists is set in one place', () => {
  expect("const figures = new Intl.NumberFormat('en-US')").toMatch(OWN_LANGUAGE)
  expect('new Intl.ListFormat()').toMatch(OWN_LANGUAGE)
  expect("total.toLocaleString('en')").toMatch(OWN_LANGUAGE)
  expect("sort(by('en'))").toMatch(OWN_LANGUAGE)
  expect('Intl.DateTimeFormat().resolvedOptions().timeZone').not.toMatch(OWN_LANGUAGE)
  expect(filesWith(OWN_LANGUAGE)).toEqual([FORMS, HELPER, ...COUNTRIES])
})

const HAND_MADE =
  /[!=]==? -?1\)?\s*\{?\s*(?:\?|return\b)\s*\(?\s*m\.|[!=]== 1\s*\?\s*['"`]y?['"`]\s*:\s*['"`](?:e?s|ies)['"`]|`[^`]*\$\{[^}`]*(?:count|total|length)[^}`]*\}\+? [a-z]{3,}/
test('no code selects plural forms by hand', () => {
  expect('count === 1 ? m.map_posts_one() : m.map_posts({ count })').toMatch(HAND_MADE)
  expect('if (count === 1) return m.map_posts_one()').toMatch(HAND_MADE)
  expect('count === 0\n  ? none\n  : count === 1\n    ? m.one()\n    : m.many({ count })').toMatch(HAND_MADE)
  expect("label + (count === 1 ? '' : 's')").toMatch(HAND_MADE)
  expect('`${posts_count} posts`').toMatch(HAND_MADE)
  expect("const Title = level === 1 ? 'h1' : 'h2'").not.toMatch(HAND_MADE)
  expect(filesWith(HAND_MADE)).toEqual([])
})

type Variants = [{ match: Record<string, string> }]
/** Lists messages that write "one" as a digit, and messages without a variant for all other plural forms. */
function withoutForms(messages: Record<string, string | Variants>): string[] {
  return Object.entries(messages).flatMap(([key, message]) => {
    const isGood =
      typeof message === 'string'
        ? !/(?:^|[^\w,.{])1 \p{L}/u.test(message)
        : Object.keys(message[0].match).at(-1)?.endsWith('=*')
    return isGood ? [] : [key]
  })
}

test('a message with a count has a variant for each plural form, ending with the one for all others', () => {
  const planted = { a_post: '1 post', a_posts: 'Found 1 post', a_version: 'Version 1.1 beta, {count} on' }
  expect(withoutForms(planted)).toEqual(['a_post', 'a_posts'])
  expect(
    withoutForms({ a: [{ match: { 'plural=one': '{count} post', 'plural=*': '{count} posts' } }] }),
  ).toEqual([])
  expect(withoutForms({ a: [{ match: { 'plural=one': '{count} post' } }] })).toEqual(['a'])
  const files = repositoryFiles().filter((path) => /^apps\/web\/messages\/.+\.json$/.test(path))
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((path) => withoutForms(JSON.parse(read(path))))).toEqual([])
})
