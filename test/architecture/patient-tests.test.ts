import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

/** Tests that pause for a fixed time, and why that isn't a guess about how fast a machine is. */
const PAUSES: Readonly<Record<string, string>> = {
  'apps/server/src/backup/archive/archive.test.ts': 'separates moments by more than a clock’s precision',
  'apps/server/src/backup/backup-s3.test.ts': 'between two looks',
  'apps/server/src/db/migrations-beside.test.ts': 'between two queries during a migration',
  'apps/server/src/modules/digests/digests.test.ts': 'separates moments by more than a clock’s precision',
  'apps/server/src/modules/events/event-relay.test.ts':
    'between two events; a failure may happen at any time',
  'apps/server/src/modules/events/events.test.ts': 'longer than events may be apart; more is fine',
  'apps/server/src/modules/media/photos/pictures-children.test.ts': 'a stopped process; more is fine',
  'apps/server/src/modules/media/processing/processing.test.ts': 'between two looks',
  'apps/server/src/modules/media/unused-media.test.ts': 'longer than the waiting time; more is fine',
  'apps/server/src/modules/media/uploads/uploads-killed.test.ts': 'between two looks',
  'apps/server/src/modules/media/uploads/uploads.test.ts': 'in a repeated attempt',
  'apps/server/src/modules/posts/feed/feed.test.ts': 'separates moments by more than a clock’s precision',
  'apps/server/src/platform/http/connections/connections.test.ts': 'a slow sender; more is fine',
  'apps/server/src/platform/http/connections/readiness.test.ts': 'much shorter than what it is compared with',
  'apps/server/src/platform/http/doors.test.ts': 'in a repeated attempt',
  'apps/server/src/platform/jobs/rollup.test.ts': 'a late commit, and a period that is measured repeatedly',
  'apps/server/src/platform/return-memory.test.ts': 'lets the garbage become unreachable; more is fine',
  'apps/server/test/authorization/matrix.test.ts': 'between two looks',
  'apps/server/test/embedded/kill/kill.test.ts': 'a kill may happen at any time',
  'apps/server/test/embedded/life-killed.test.ts': 'a kill may happen at any time',
  'apps/server/test/embedded/read-replicas.test.ts': 'nothing may happen in the meantime; more is fine',
  'apps/server/test/process/roles.test.ts': 'nothing may happen in the meantime; more is fine',
  'apps/server/test/statements/statements-idle.test.ts': 'a period that is measured repeatedly',
  'apps/web/src/features/comments/optimistic-likes.test.ts': 'one turn of the event loop, without I/O',
  'apps/web/src/features/posts/optimistic-likes.test.ts': 'one turn of the event loop, without I/O',
  'apps/web/src/lib/outbox/entry-lock.test.ts': 'nothing may happen in the meantime; more is fine',
  'apps/web/src/lib/outbox/send-or-queue-lazily.test.ts':
    'separates moments by more than a clock’s precision',
  'apps/web/src/native/device.test.ts': 'one turn of the event loop, without I/O',
  'packages/lab/test/bench.test.ts': 'inside the program that is tested',
}

/** Tests in which code gives up early, and why a slow machine doesn't make it give up on anything else. */
const HURRIES: Readonly<Record<string, string>> = {
  'apps/server/src/db/migrations-beside.test.ts': 'the lock is not released before it gives up',
  'apps/server/src/db/open.test.ts': 'only the silent database must not answer in time; the rest is repeated',
  'apps/server/src/modules/conditions/conditions.test.ts': 'the service of this test never answers',
  'apps/server/src/modules/translations/translations.test.ts': 'the service of this test never answers',
  'apps/server/src/platform/fetch/guarded-fetch.test.ts': 'no server of this limit ever answers completely',
  'apps/server/src/platform/http/connections/connections.test.ts': 'slow clients must run into it',
  'apps/server/src/platform/http/doors.test.ts': 'the server must be busy, and the attempt is repeated',
  'apps/server/src/system/health.test.ts': 'the server must be busy, and the attempt is repeated',
}

/** Shorter timeouts expire on busy machines before the awaited condition occurs. */
const PATIENT_MS = 30_000
/** With a shorter timeout, code can give up on a busy machine although nothing is wrong. */
const HURRY_MS = 4_000

function findPauses(source: string): string[] {
  return source.match(/\b(?:sleep|pause)\((?!\)).*|\bsetTimeout\(resolve.*/g) ?? []
}

function findNumbers(source: string, pattern: RegExp, below: number): string[] {
  return [...source.matchAll(pattern)]
    .filter(([, number = '']) => Number(number.replaceAll('_', '')) < below)
    .map(([text]) => text)
}

/** Lists waits that time out early. `until` and `expect.poll` wait for a minute by default, and a test for five. */
function findImpatience(source: string): string[] {
  return [
    ...(source.match(/\bvi\.wait(?:For|Until)\((?!.*timeout)/g) ?? []),
    ...findNumbers(source, /\btimeout: ([\d_]+)/g, PATIENT_MS),
    ...findNumbers(source, /^\s*\}, ([\d_]+)\)$/gm, PATIENT_MS),
  ]
}

function findHurries(source: string): string[] {
  const limits = /\b(?:timeoutMs|answerMs|callMs|headersMs|bodyMs|lockWaitMs|busyAfterMs): ([\d_]+)/g
  return [
    ...findNumbers(source, limits, HURRY_MS).filter((text) => !/ 0$/.test(text)),
    ...findNumbers(source, /\bAbortSignal\.timeout\(([\d_]+)\)/g, HURRY_MS),
  ]
}

function findElapsed(source: string): string[] {
  return source.match(/expect\(performance\.now\(\) - .*\)\.toBeLess.*/g) ?? []
}

function testFiles(): string[] {
  return sources().filter((path) => /^(?:apps|packages)\/.*\.test\.ts$/.test(path))
}

test('finds fixed pauses, short timeouts in tests, short timeouts in tested code, and measured durations', () => {
  expect(findPauses('await sleep(300)\nawait new Promise((resolve) => setTimeout(resolve, 5))')).toHaveLength(
    2,
  )
  expect(findPauses('await db.pause()\nwhile (pool.sleep()) {}')).toEqual([])
  expect(findImpatience('await vi.waitFor(() => done())')).toHaveLength(1)
  expect(findImpatience('await until(done, { timeout: 5_000 })')).toHaveLength(1)
  expect(findImpatience('await until(done, { timeout: 120_000 })\nawait until(done)')).toEqual([])
  expect(findImpatience("test('x', () => {\n}, 20_000)")).toHaveLength(1)
  expect(findHurries('testApp({ limits: { timeoutMs: 400 } })')).toHaveLength(1)
  expect(findHurries('AbortSignal.timeout(100)')).toHaveLength(1)
  expect(findHurries('testApp({ busyAfterMs: 0, timeoutMs: 30_000 })')).toEqual([])
  expect(findElapsed('expect(performance.now() - begun).toBeLessThan(2_000)')).toHaveLength(1)
})

test('a test waits for a condition, not for a fixed time', () => {
  const pausing = testFiles().filter((path) => findPauses(read(path)).length > 0)
  expect(pausing.toSorted()).toEqual(Object.keys(PAUSES).toSorted())
})

test('timeouts in tests are long enough for busy machines', () => {
  const impatient = testFiles().flatMap((path) =>
    findImpatience(read(path)).map((text) => `${path}: ${text}`),
  )
  expect(impatient).toEqual([])
})

test('code under test has short timeouts only where no slow machine can trigger them', () => {
  const hurrying = testFiles().filter((path) => findHurries(read(path)).length > 0)
  expect(hurrying.toSorted()).toEqual(Object.keys(HURRIES).toSorted())
})

test('no test asserts how long something took', () => {
  const measuring = testFiles().filter((path) => findElapsed(read(path)).length > 0)
  expect(measuring).toEqual([])
})
