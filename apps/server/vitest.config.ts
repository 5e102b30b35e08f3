import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isAll = Boolean(process.env.NOLLIE_TEST_ALL)
const isOtherDatabase = Boolean(process.env.NOLLIE_TEST_DATABASE_URL) && !isAll
// Set where the run on another database goes on beside this one.
const isOtherBeside = Boolean(process.env.NOLLIE_TEST_OTHER_URL) && !isAll

/**
 * What can differ on another PostgreSQL, reached by another role: how programs start and end on it, migrations, copies of all
 * rows, plans, searches, races and live events; and once through each module. That it understands every statement of the
 * other tests, the first run finds out (test/recorded-statements.ts). docs/decisions/0113.
 */
export const ON_OTHER_DATABASE = [
  'src/db/**/*.test.ts',
  'src/backup/backup.test.ts',
  'src/modules/accounts/sessions.test.ts',
  'src/modules/{ads,audiences,blocks,discover,imports,likes,saved,search}/*.test.ts',
  'src/modules/busts/bust-worlds.test.ts',
  'src/modules/checks/checks.test.ts',
  'src/modules/comments/discussion-comments.test.ts',
  'src/modules/conditions/conditions.test.ts',
  'src/modules/content/content.test.ts',
  'src/modules/crews/crews.test.ts',
  'src/modules/digests/spots-near.test.ts',
  'src/modules/discussions/discussion-lists.test.ts',
  'src/modules/drafts/drafts-apart.test.ts',
  'src/modules/events/events.test.ts',
  'src/modules/facts/facts.test.ts',
  'src/modules/follows/people-lists.test.ts',
  'src/modules/lists/lists.test.ts',
  'src/modules/map/map-search.test.ts',
  'src/modules/media/unused-media.test.ts',
  'src/modules/mentions/mentions.test.ts',
  'src/modules/messages/private-events.test.ts',
  'src/modules/moderation/reports.test.ts',
  'src/modules/my-data/removal.test.ts',
  'src/modules/notifications/many-notifications.test.ts',
  'src/modules/people/find-people.test.ts',
  'src/modules/places/position-guess.test.ts',
  'src/modules/posts/feed.test.ts',
  'src/modules/previews/list-heads.test.ts',
  'src/modules/profiles/admin.test.ts',
  'src/modules/push/push.test.ts',
  'src/modules/spots/spots.test.ts',
  'src/modules/stewards/stewards.test.ts',
  'src/modules/streets/find-streets.test.ts',
  'src/modules/translations/translations.test.ts',
  'src/modules/twins/twins.test.ts',
  'src/streets/load.test.ts',
  'test/plans/*.test.ts',
  'test/process/*.test.ts',
  'test/retention.test.ts',
]

/**
 * Whole programs on a database of the operator's: once, on the other one. On their own database programs start and end in
 * test/embedded.
 */
const ONLY_ON_OTHER_DATABASE = ['test/process/*.test.ts', 'src/modules/profiles/admin.test.ts']

/** Files that mostly wait, for processes, retries and timers; longest first. */
const WAITING = [
  'test/embedded/kill/kill.test.ts',
  'src/modules/media/uploads-killed.test.ts',
  'src/storage/move.test.ts',
  'src/backup/archive/archive.test.ts',
  'test/statements.test.ts',
  'src/platform/mail/mailer.test.ts',
  'src/modules/my-data/nothing-left.test.ts',
  'test/embedded/life.test.ts',
  'test/embedded/restore-drill.test.ts',
  'src/backup/backup.test.ts',
  'src/modules/media/videos.test.ts',
  'test/process/process.test.ts',
  'src/streets/load.test.ts',
  'test/retention.test.ts',
]

/** Starts the files that wait first, so that their waiting is not what is left at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = WAITING.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at < 0 ? WAITING.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: isOtherDatabase ? ON_OTHER_DATABASE : ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: isOtherBeside ? ONLY_ON_OTHER_DATABASE : [],
    globalSetup: ['test/database-cluster.ts'],
    setupFiles: ['test/record-statements.ts'],
    // Whole programs start and end in some, on busy machines.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // For two processors: one more, because some files mostly wait. The run on another database goes on beside this one.
    maxWorkers: isOtherDatabase ? 2 : 3,
    sequence: { sequencer: LongestFirst },
    // Files share nothing but modules, which are read once instead of once per file.
    isolate: false,
    env: { TZ: 'UTC' },
  },
})
