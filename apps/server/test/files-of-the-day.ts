import { isOnDay, SEED } from './samples-of-the-day.ts'
import { takesAll } from './proof.ts'

// Which files a run without names tries, docs/decisions/0123. Three days in a row try every file, and so does `npm test -- --all`.

/** The embedded PostgreSQL where there is no other; the same beside a run on another one; that run. */
export type Pass = 'alone' | 'beside' | 'other'

type Parts = readonly (readonly string[])[]

/**
 * Whole files that start and kill programs, encode media or wait: of each kind a part is tried each day, of about as many seconds as
 * the others.
 */
export const KINDS: Readonly<Record<string, Parts>> = {
  'killed at work': [
    ['src/modules/media/uploads-killed.test.ts'],
    ['test/embedded/kill/kill.test.ts'],
    ['test/embedded/life-killed.test.ts'],
  ],
  'life of the embedded database, and what surrounds it': [
    ['test/embedded/{life,server}.test.ts'],
    ['test/embedded/life-beside.test.ts'],
    ['test/embedded/surroundings.test.ts'],
  ],
  'backups and archives': [
    ['src/backup/archive/archive.test.ts'],
    ['src/backup/backup-s3.test.ts'],
    ['test/embedded/restore-drill.test.ts'],
  ],
  'files in buckets': [
    ['src/modules/media/s3.test.ts'],
    ['src/platform/files/s3-store.test.ts'],
    ['src/storage/move.test.ts'],
  ],
  videos: [
    ['src/modules/media/videos-with-program.test.ts'],
    ['src/modules/media/videos-with-package.test.ts'],
    ['src/modules/media/videos-killed.test.ts'],
  ],
  pictures: [
    ['src/modules/media/pictures-sizes.test.ts'],
    ['src/modules/media/pictures-children.test.ts'],
    ['src/modules/media/pictures-mutated.test.ts', 'src/modules/media/largest.test.ts'],
  ],
  'what waits': [
    ['src/platform/mail/mailer-down.test.ts'],
    ['test/statements-idle.test.ts'],
    ['src/modules/my-data/nothing-left.test.ts'],
  ],
  'what waits for connections and counts': [
    ['src/platform/jobs/rollup.test.ts'],
    ['src/platform/http/connections.test.ts'],
    ['src/platform/http/listen.test.ts'],
  ],
  'limits of accounts': [
    ['src/modules/accounts/known-device-cookie.test.ts'],
    ['src/modules/accounts/limits.test.ts', 'src/modules/accounts/phone-messages.test.ts'],
    ['src/modules/accounts/challenges.test.ts', 'src/modules/accounts/phone-limits.test.ts'],
  ],
}

/** Tried each day on the other PostgreSQL: migrations, copies of all rows, plans and locks. Every third day on the embedded one. */
const EACH_DAY_ON_OTHER: Parts = [
  ['src/backup/backup.test.ts', 'src/db/prepared.test.ts'],
  ['src/db/{migrate,migrations-beside}.test.ts', 'src/modules/likes/likes.test.ts'],
  ['src/db/{open,schema}.test.ts', 'test/plans/*.test.ts', 'test/retention.test.ts'],
]

/** Once through each module: each on one day of three on the other PostgreSQL, on the other two on the embedded one. */
const MODULES: Parts = [
  [
    'src/modules/{audiences,discover,saved}/*.test.ts',
    'src/modules/accounts/sessions.test.ts',
    'src/modules/busts/bust-worlds.test.ts',
    'src/modules/checks/checks.test.ts',
    'src/modules/conditions/conditions.test.ts',
    'src/modules/crews/crews.test.ts',
    'src/modules/digests/spots-near.test.ts',
    'src/modules/follows/people-lists.test.ts',
    'src/modules/messages/private-events.test.ts',
    'src/modules/places/position-guess.test.ts',
    'src/modules/push/push.test.ts',
    'src/modules/translations/translations.test.ts',
  ],
  [
    'src/modules/{ads,blocks,imports}/*.test.ts',
    'src/modules/comments/discussion-comments.test.ts',
    'src/modules/content/content.test.ts',
    'src/modules/discussions/discussion-lists.test.ts',
    'src/modules/facts/facts.test.ts',
    'src/modules/lists/lists.test.ts',
    'src/modules/map/map-search.test.ts',
    'src/modules/media/unused-media.test.ts',
    'src/modules/mentions/mentions.test.ts',
    'src/modules/people/find-people.test.ts',
    'src/modules/previews/list-heads.test.ts',
    'src/modules/twins/twins.test.ts',
  ],
  [
    'src/modules/search/*.test.ts',
    'src/modules/drafts/drafts-apart.test.ts',
    'src/modules/events/events.test.ts',
    'src/modules/moderation/reports.test.ts',
    'src/modules/my-data/removal.test.ts',
    'src/modules/notifications/many-notifications.test.ts',
    'src/modules/posts/feed.test.ts',
    'src/modules/spots/spots.test.ts',
    'src/modules/stewards/stewards.test.ts',
    'src/modules/streets/find-streets.test.ts',
    'src/streets/load.test.ts',
  ],
]

/**
 * Whole programs on a database of the operator's, every second day: on the other one alone, where there is one. On their own
 * database programs start and end in test/embedded.
 */
const PROGRAMS: Parts = [
  ['test/process/{process,working,without-disk}.test.ts'],
  ['test/process/{pooler,roles,seen-from-inside}.test.ts', 'src/modules/profiles/admin.test.ts'],
]

/** These do something with `--all` only. */
const PROOFS = ['test/process/{endurance,overload,slow-clients,two-servers}.test.ts']

const ONLY_ON_OTHER = [...PROGRAMS.flat(), ...PROOFS]

/**
 * What can differ on another PostgreSQL, reached by another role. That it understands every statement of the other tests, the first
 * run finds out (test/recorded-statements.ts). docs/decisions/0113.
 */
export const ON_OTHER_DATABASE = [...EACH_DAY_ON_OTHER.flat(), ...MODULES.flat(), ...ONLY_ON_OTHER]

const drawnOf = (parts: Parts, day: number) => parts.filter((_, n) => isOnDay(n, parts.length, day)).flat()
const othersOf = (parts: Parts, day: number) => parts.filter((_, n) => !isOnDay(n, parts.length, day)).flat()
const kindsOfOtherDays = (day: number) => Object.values(KINDS).flatMap((parts) => othersOf(parts, day))

type Files = { include: string[]; exclude: string[] }

const EVERY = ['src/**/*.test.ts', 'test/**/*.test.ts']

/** All that is ever tried in a pass. */
export const everyDay = (pass: Pass): Files => ({
  include: [...(pass === 'other' ? ON_OTHER_DATABASE : EVERY)],
  exclude: pass === 'beside' ? [...ONLY_ON_OTHER] : [],
})

/** What is tried in a pass on a day. */
export const onDay = (pass: Pass, day: number): Files => {
  const { include, exclude } = everyDay(pass)
  const left = {
    alone: () => [...kindsOfOtherDays(day), ...othersOf(PROGRAMS, day)],
    // What the run on the other database tries today.
    beside: () => [...kindsOfOtherDays(day), ...othersOf(EACH_DAY_ON_OTHER, day), ...drawnOf(MODULES, day)],
    other: () => [...othersOf(MODULES, day), ...othersOf(PROGRAMS, day)],
  }
  return { include, exclude: [...exclude, ...left[pass]()] }
}

const { NOLLIE_TEST_DATABASE_URL, NOLLIE_TEST_OTHER_URL, NOLLIE_TEST_SEED } = process.env

/** The pass that this process begins. */
export const PASS: Pass = NOLLIE_TEST_DATABASE_URL ? 'other' : NOLLIE_TEST_OTHER_URL ? 'beside' : 'alone'

/** Whether files are named, which are tried whole on any day: in the process of the command alone, as in `vitest run likes`. */
const isNamed = process.argv.slice(process.argv.indexOf('run') + 1).some((text) => !text.startsWith('-'))

/** Whether a day draws what this process tries. */
export const isByDay = !takesAll && !isNamed

/** What this process tries. */
export const filesOfThisRun = (): Files => (isByDay ? onDay(PASS, SEED) : everyDay('alone'))

/** Whether crawls ask everything, too: where they are named, and no day is. */
export const asksAll = isNamed && !NOLLIE_TEST_SEED
