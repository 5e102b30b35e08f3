import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

// The web client has one kind of store, one kind of draft, and one file of query keys per noun.
function files() {
  return sources().filter(
    (path) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/live-stub\.ts$/.test(path),
  )
}

function filesWith(pattern: RegExp) {
  return files().filter((path) => pattern.test(read(path)))
}

const HAND_MADE = /\buseSyncExternalStore\b|new Set<\(\) => void>\(\)/
test('a store is an atom; only browser values have hand-written subscriptions', () => {
  expect('const [a] = [useSyncExternalStore(subscribe, read)]').toMatch(HAND_MADE)
  expect('const views = new Set<() => void>()').toMatch(HAND_MADE)
  expect(filesWith(HAND_MADE)).toEqual(['apps/web/src/lib/use-browser-value.ts'])
})

const OWN_SENDING = /\b(?:attemptFor|sendAttempt|readAttempt)\b/
test('lib/drafts/form-drafts.ts sends the drafts of forms', () => {
  expect('await sendAttempt(ports, attempt, before)').toMatch(OWN_SENDING)
  expect(filesWith(OWN_SENDING)).toEqual([
    'apps/web/src/lib/attempts.ts',
    'apps/web/src/lib/drafts/form-drafts.ts',
    'apps/web/src/lib/drafts/stored-form-drafts.ts',
  ])
})

const INLINE_KEY = /\bqueryKey:\s*\[|\bqueryKey\s*=\s*\[/
test('each noun has one file of query keys, each with its own root', () => {
  expect("useQuery({ queryKey: ['spot', id] })").toMatch(INLINE_KEY)
  expect('useQuery({ queryKey: spotKeys.one(id) })').not.toMatch(INLINE_KEY)
  expect(filesWith(INLINE_KEY)).toEqual([])
  const keys = files().filter((path) => path.startsWith('apps/web/src/lib/keys/'))
  expect(keys.length).toBeGreaterThan(15)
  const roots = keys.map((path) => {
    const noun = /([\w-]+)\.ts$/.exec(path)?.[1]
    return [noun, ...new Set([...read(path).matchAll(/\['([\w-]+)'/g)].map(([, root]) => root))]
  })
  expect(roots.filter(([noun, ...found]) => found.length !== 1 || found[0] !== noun)).toEqual([])
})

const OWN_LAZY = /import \{[^}]*\blazy\b[^}]*\} from 'react'/
test('ui/lazy-part.tsx loads lazy parts, so that a failure affects nothing else', () => {
  expect("import { lazy, Suspense } from 'react'").toMatch(OWN_LAZY)
  // The others are entire screens, which the error page replaces.
  expect(filesWith(OWN_LAZY)).toEqual([
    'apps/web/src/app/routes/__root.tsx',
    'apps/web/src/features/stewards/lazy-screens.tsx',
    'apps/web/src/ui/lazy-part.tsx',
  ])
})

const OWN_UNITS = /\bunit: [^\n]*'(?:meter|kilometer|centimeter|foot|mile|inch)'/
test("one file formats distances and one formats sizes in the person's units", () => {
  expect("numberText(1, { style: 'unit', unit: 'kilometer' })").toMatch(OWN_UNITS)
  expect(filesWith(OWN_UNITS)).toEqual([
    'apps/web/src/features/ads/radius.ts',
    'apps/web/src/lib/text/distance-text.ts',
    'apps/web/src/lib/text/size-text.ts',
  ])
})
