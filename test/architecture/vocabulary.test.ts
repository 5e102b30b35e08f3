import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

/** Words that no name may use, each with terms to use instead. For sentences, see prose.ts. */
const REPLACED: Readonly<Record<string, string>> = {
  announce: 'publish',
  coming: 'pending, skeleton',
  deed: 'audit entry, action',
  doing: 'action',
  fate: 'retention rule',
  fault: 'error',
  fold: 'rollup, normalize, collapse',
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
  standing: 'condition',
  talk: 'comments, counts',
  tell: 'publish, notify',
  thing: 'subject, target, item',
  told: 'published, notified',
  wish: 'optimistic, queued',
}

/** Names that contain such a word for a reason. */
const ALLOWED: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^(?:thing_id|asked_at|standing)$/, 'a name on the wire'],
  [/^(?:OWN_THING|LEAVING|INTERNAL)$/, 'an error code of the API'],
  [/^keep$|_keep(?:_|$)/, 'the decision `keep` of the API, and the flag that leaves uploads on the server'],
  [/^(?:keep(?:Alive(?:Timeout)?|PreviousData)|shouldKeepAlive)$/, 'an option of a library'],
  [/^leaving\$?$/, 'part of an address of the API, in a regular expression'],
]

function findWord(part: string): string | undefined {
  return [part, part.replace(/s$/, ''), part.replace(/es$/, '')].find((word) => Object.hasOwn(REPLACED, word))
}

/** Finds the replaced words in a name. */
function findWords(name: string): string[] {
  const parts = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').split(/[^A-Za-z0-9]+/)
  const words = parts.flatMap((part) => findWord(part.toLowerCase()) ?? [])
  return ALLOWED.some(([allowed]) => allowed.test(name)) ? [] : words
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w/\\])\/\/[^\n]*|--(?= )[^\n]*/
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/
const TOKEN = new RegExp(`${COMMENT.source}|${TEXT.source}|(?<name>[A-Za-z_$][\\w$]*)`, 'g')

/** Lists the names in a source file, without its comments and texts. */
function listNames(source: string): string[] {
  return [...source.matchAll(TOKEN)].flatMap(({ groups }) => groups?.name ?? [])
}

/** Lists a file's name, and the keys of a message file, the classes of a style sheet, or the names in a source file. */
function listNamesOfFile(path: string): string[] {
  // The file name of a route is its address.
  if (path.includes('/routes/')) return listNames(read(path))
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')
  if (path.startsWith('apps/web/messages/')) return [file, ...Object.keys(JSON.parse(read(path)))]
  if (path.endsWith('.css')) return [file, ...(read(path).match(/(?<=\.)[a-z][\w-]*/g) ?? [])]
  return path.endsWith('.json') ? [file] : [file, ...listNames(read(path))]
}

test('the check finds a replaced word in a name and its plural, and nowhere else', () => {
  const find = (source: string) => listNames(source).flatMap(findWords)
  expect(find('const newsQuery = 1; const faults = []')).toEqual(['news', 'fault'])
  expect(find("// Tells.\nconst newest = 'kept' /* told */ -- soon")).toEqual([])
})

test('names use the terms of the field', () => {
  const wrong = repositoryFiles()
    .filter((path) => /\.(?:tsx?|mjs|css|json|sql)$/.test(path))
    .filter((path) => !/\.gen\.ts$|\/paraglide\/|\/(?:vocabulary\.test|prose)\.ts$/.test(path))
    .flatMap((path) =>
      [...new Set(listNamesOfFile(path))].flatMap((name) =>
        findWords(name).map((word) => `${path}: ${name} (use: ${REPLACED[word]})`),
      ),
    )
  expect(wrong).toEqual([])
})
