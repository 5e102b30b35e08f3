import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

/** Words that must not be used, each with the words that replace it. */
const REPLACED: Readonly<Record<string, string>> = {
  announce: 'publish',
  coming: 'pending, skeleton',
  deed: 'audit entry, action',
  doing: 'action',
  fate: 'retention rule',
  fault: 'error',
  fold: 'rollup, normalise, collapse',
  hear: 'receive, apply, listener',
  heard: 'received, event, change',
  held: 'stored, locked, queued',
  judge: 'validate, check',
  keep: 'store, update',
  kept: 'stored',
  leaving: 'account deletion',
  news: 'notification, newer items',
  said: 'content, text',
  soon: 'debounce, schedule',
  talk: 'comments, counts',
  tell: 'publish, notify',
  thing: 'subject, target, item',
  told: 'published, notified',
  wish: 'optimistic, queued',
  word: 'text, label',
}

/** Places where one of these words is right: what it is part of, and why. */
const ALLOWED: readonly (readonly [RegExp, string])[] = [
  [/^(?:words|words_now|thing_id|asked_at)$/, 'a name on the wire'],
  [/^(?:appeals|report_cases)_words_check$/, 'a constraint of such a column'],
  [/^(?:OWN_THING|LEAVING|INTERNAL)$/, 'an error code of the API'],
  [/^keep$|_keep(?:_|$)/, 'the decision `keep` of the API, and the flag that leaves uploads on the server'],
  [/^(?:keep(?:Alive(?:Timeout)?|PreviousData)|shouldKeepAlive)$/, 'an option of a library'],
  [/^leaving\$?$/, 'part of an address of the API, in a regular expression'],
]

/** Folders and files whose names are addresses. */
const ADDRESSES = /\/routes\//

const plural = /^(?<one>\w+?)e?s$/
const findOldWord = (part: string): string | undefined => {
  const word = part.toLowerCase()
  if (Object.hasOwn(REPLACED, word)) return word
  const one = plural.exec(word)?.groups?.one ?? ''
  return [one, `${one}e`].find((name) => Object.hasOwn(REPLACED, name))
}
const splitName = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)

/** Old words in a name, unless the whole name is allowed. */
export const oldWordsIn = (name: string): string[] =>
  ALLOWED.some(([allowed]) => allowed.test(name))
    ? []
    : splitName(name).flatMap((part) => findOldWord(part) ?? [])

const TOKEN =
  /(?<comment>\/\*[\s\S]*?\*\/|(?<![:'"`\w/\\])\/\/[^\n]*)|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<name>[A-Za-z_$][\w$]*)/g
const QUOTED = /`[^`]*`|\{@link [^}]*\}|'[^']*'|"[^"]*"/g

const SQL_COMMENT = /--(?= )/g

/** Old words in the names and comments of a source file, each with its line. */
export function findOldWords(text: string): string[] {
  return [...text.replaceAll(SQL_COMMENT, '//').matchAll(TOKEN)].flatMap(({ index, groups }) => {
    const found = groups?.name
      ? oldWordsIn(groups.name)
      : splitName((groups?.comment ?? '').replaceAll(QUOTED, '')).flatMap((part) => findOldWord(part) ?? [])
    if (found.length === 0) return []
    const line = text.slice(0, index).split('\n').length
    return found.map((word) => `${line}: ${groups?.name ?? 'comment'}: ${word} (use: ${REPLACED[word]})`)
  })
}

const files = repositoryFiles().filter(
  (path) =>
    /\.(?:tsx?|mjs|css|json|sql)$/.test(path) &&
    !/\.gen\.ts$|\/paraglide\/|\/vocabulary\.test\.ts$/.test(path),
)

test('the check finds an old word in a name, a plural and a comment, and no other', () => {
  expect(findOldWords('const newsQuery = 1')).toHaveLength(1)
  expect(findOldWords('const faults = []')).toHaveLength(1)
  expect(findOldWords('/** Tells every tab. */')).toHaveLength(1)
  expect(findOldWords("select 'kept' -- Told once.\nfrom news")).toHaveLength(2)
  expect(findOldWords("// Sends `things`.\nconst newest = 'kept'")).toEqual([])
})

test('names and comments use the words of the trade', () => {
  const wrong = files
    .filter((path) => /\.(?:tsx?|mjs|sql)$/.test(path))
    .flatMap((path) => findOldWords(read(path)).map((found) => `${path}:${found}`))
  expect(wrong).toEqual([])
})

test('files, message keys and classes are named in the words of the trade', () => {
  const names = files.flatMap((path) => {
    if (ADDRESSES.test(path)) return []
    const base = [path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')]
    if (path.startsWith('apps/web/messages/')) return [...base, ...Object.keys(JSON.parse(read(path)))]
    if (path.endsWith('.css')) return [...base, ...(read(path).match(/(?<=\.)[a-z][\w-]*/g) ?? [])]
    return base
  })
  expect([...new Set(names)].filter((name) => oldWordsIn(name).length > 0)).toEqual([])
})
