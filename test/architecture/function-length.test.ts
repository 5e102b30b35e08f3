import { expect, test } from 'vitest'
import { read, sources } from './files.ts'
import { findFunctions } from './functions.ts'

const MAX_LINES = 60

/** Functions that exceed the limit, by the reason for not splitting them. Remove entries that fit again. */
const LONG = {
  'fields, errors, and submit share one component': [
    'apps/web/src/features/content/share-content-form.tsx: ShareContentForm',
    'apps/web/src/features/moderation/decide-form.tsx: VerdictForm',
    'apps/web/src/features/reports/notice-form.tsx: NoticeForm',
    'apps/web/src/features/share/share-form.tsx: ShareForm',
    'apps/web/src/ui/forms/compose-form.tsx: ComposeForm',
  ],
  'on the first screen of the map, where splitting them takes 250 bytes more than its limit leaves': [
    'apps/web/src/features/map/filters/use-fit-to-matches.ts: useFrame',
    'apps/web/src/features/map/screen/spots-screen-actions.ts: spotsScreenActions',
    'apps/web/src/features/map/screen/use-spots-map.ts: useSpotsMap',
    'apps/web/src/features/map/screen/use-spots-screen.ts: useSpotsScreen',
    'apps/web/src/features/map/search/use-typed-search.ts: useTypedSearch',
  ],
  'a single SQL statement': [
    'apps/server/src/modules/follows/people-lists.queries.ts: queryPeople',
    'apps/server/src/modules/notifications/notifications.queries.ts: in pageStatement',
    'apps/server/src/modules/notifications/notifications.queries.ts: pageStatement',
    'apps/server/src/modules/people/find-people.queries.ts: selectSuggestions',
  ],
  'a flat list without branches: a line for each module, setting, operation, or curve': [
    'apps/server/src/app.ts: listModules',
    'apps/server/src/config.ts: readConfig',
    'apps/web/vite.config.ts: in the file',
    'packages/lab/bench/day-actions.ts: buildActions',
    'packages/sample/src/drawings/skater.ts: skater',
    'packages/lab/proofs/lib/load/kinds.ts: buildKinds',
  ],
  'a switch with a case for each email': [
    'apps/server/src/modules/accounts/mails/send-account-mail.ts: accountMails',
    'apps/server/src/modules/accounts/mails/send-account-mail.ts: in accountMails',
  ],
  'runs in a page of the browser, which has nothing else': [
    'e2e/support/forced-colours.ts: unseenInForcedColours',
    'e2e/support/large-text.ts: in lostInLargeText',
    'e2e/support/large-text.ts: lostInLargeText',
    'e2e/support/native-bridge.ts: fakeDevice',
  ],
  'setup or steps of a test or trial, read from top to bottom': [
    'apps/server/src/platform/http/overload/overload.test.ts: crowded',
    'apps/server/test/actors/authenticator.ts: makeAuthenticator',
    'apps/server/test/actors/leaver.ts: writesEverything',
    'apps/server/test/authorization/canaries.ts: aCanary',
    'apps/server/test/authorization/canaries.ts: canariesIn',
    'apps/server/test/authorization/world.ts: aWorld',
    'apps/server/test/authorization/world.ts: makeTargets',
    'packages/legacy-import/test/old-product.ts: oldProduct',
    'apps/server/test/makers/old-spot-rows.ts: oldSpotRows',
    'apps/server/test/makers/street-files.ts: writeExtract',
    'apps/server/test/makers/videos-with.ts: in testVideosWith',
    'apps/server/test/makers/videos-with.ts: testVideosWith',
    'apps/server/test/services/openid-provider.ts: startOpenIdProvider',
    'apps/server/test/services/overpass.ts: startOverpass',
    'apps/server/test/services/provider-dialects.ts: in startApple',
    'apps/server/test/services/provider-dialects.ts: startApple',
    'apps/server/test/services/s3.ts: testS3',
    'apps/server/test/services/saml-provider.ts: startSamlProvider',
    'apps/server/test/world/own-cluster.ts: startOwnCluster',
    'packages/lab/bench/photo-work.ts: measurePhotoWork',
    'e2e/support/forms.ts: walkForm',
    'packages/lab/proofs/leaving.ts: run',
    'packages/lab/proofs/lib/api/world.ts: aCast',
    'packages/lab/proofs/lib/files/hostile-families.ts: hostileFiles',
    'packages/lab/proofs/lib/mixed-truth.ts: checkTruth',
    'packages/lab/proofs/lib/model/seen.ts: differencesFor',
    'packages/lab/proofs/lib/xss/world.ts: write',
  ],
}

/** Test bodies may be long, because a test reads from top to bottom. Named helpers still count. */
function isTest(path: string) {
  return /\.(?:test|spec)\.tsx?$/.test(path)
}

function findLong(path: string, source: string): string[] {
  return findFunctions(source, path)
    .filter(({ lines, isNamed }) => lines > MAX_LINES && (isNamed || !isTest(path)))
    .map(({ name }) => `${path}: ${name}`)
}

const LONG_BODY = `{\n${'  look()\n'.repeat(59)}}`
const SHORT_BODY = `{\n${'  look()\n'.repeat(58)}}`

test.for([
  ['a declaration', `function plant() ${LONG_BODY}`, 'plant'],
  ['an arrow', `const plant = () => ${LONG_BODY}`, 'plant'],
  ['a hook inside a call', `const Planted = memo(() => ${LONG_BODY})`, 'Planted'],
  ['a method', `class Planted { grow() ${LONG_BODY} }`, 'grow'],
  ['a property', `export const plants = { grow: () => ${LONG_BODY} }`, 'grow'],
  ['a callback', `function plant() { each(() => ${SHORT_BODY.replace('{', '{\n\n')}) }`, 'in plant'],
] as const)('finds a long function: %s', ([, source, name]) => {
  expect(findLong('planted.ts', source)).toContain(`planted.ts: ${name}`)
})

test('allows functions of 60 lines, and tests of any length', () => {
  expect(findLong('planted.ts', `function plant() ${SHORT_BODY}`)).toEqual([])
  expect(findLong('planted.test.ts', `test('grows', () => ${LONG_BODY})`)).toEqual([])
  expect(findLong('planted.test.ts', `const plant = () => ${LONG_BODY}`)).toEqual(['planted.test.ts: plant'])
})

test('a function has at most 60 lines: split it into steps with names', () => {
  const long = sources().flatMap((path) => findLong(path, read(path)))
  expect(long.toSorted()).toEqual(Object.values(LONG).flat().toSorted())
})
