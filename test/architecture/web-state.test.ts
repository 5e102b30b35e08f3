import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

// How the web client has its state: one kind of store, one kind of drafts, one file of query keys a noun.
const files = () =>
  sources().filter((path) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/live-stub\.ts$/.test(path))
const filesWith = (pattern: RegExp) => files().filter((path) => pattern.test(read(path)))

const HAND_MADE = /\buseSyncExternalStore\b|new Set<\(\) => void>\(\)/
test('a store is an atom; only what the browser has is subscribed to by hand', () => {
  expect('const [a] = [useSyncExternalStore(subscribe, read)]').toMatch(HAND_MADE)
  expect('const views = new Set<() => void>()').toMatch(HAND_MADE)
  expect(filesWith(HAND_MADE)).toEqual(['apps/web/src/lib/use-browser-value.ts'])
})

const OWN_SENDING = /\b(?:attemptFor|sendAttempt|readAttempt)\b/
test('drafts of forms are sent by lib/form-drafts.ts', () => {
  expect('await sendAttempt(ports, attempt, before)').toMatch(OWN_SENDING)
  expect(filesWith(OWN_SENDING)).toEqual([
    'apps/web/src/lib/attempts.ts',
    'apps/web/src/lib/form-draft-boxes.ts',
    'apps/web/src/lib/form-drafts.ts',
  ])
})

const INLINE_KEY = /\bqueryKey:\s*\[|\bqueryKey\s*=\s*\[/
test('query keys stand in one file a noun, each under its own root', () => {
  expect("useQuery({ queryKey: ['spot', id] })").toMatch(INLINE_KEY)
  expect('useQuery({ queryKey: spotKeys.one(id) })').not.toMatch(INLINE_KEY)
  expect(filesWith(INLINE_KEY)).toEqual([])
  const keys = files().filter((path) => path.startsWith('apps/web/src/lib/keys/'))
  expect(keys.length).toBeGreaterThan(15)
  const roots = keys.map((path) => {
    const noun = /(\w+)\.ts$/.exec(path)?.[1]
    return [noun, ...new Set([...read(path).matchAll(/\['([\w-]+)'/g)].map(([, root]) => root))]
  })
  expect(roots.filter(([noun, ...found]) => found.length !== 1 || found[0] !== noun)).toEqual([])
})
