import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isAll = Boolean(process.env.NOLLIE_TEST_ALL)
const isOtherDatabase = Boolean(process.env.NOLLIE_TEST_DATABASE_URL) && !isAll
// Set where the run on another database goes on beside this one.
const isOtherBeside = Boolean(process.env.NOLLIE_TEST_OTHER_RUNS) && !isAll

/** What can differ on another PostgreSQL, reached by another role: its own programs, and once through each module. */
export const ON_OTHER_DATABASE = [
  'src/db/**/*.test.ts',
  'src/backup/backup.test.ts',
  'src/import/tables/import-tables.test.ts',
  'src/modules/accounts/{sign-up,sessions}.test.ts',
  'src/modules/{ads,audiences,blocks,busts,checks,content,discover,drafts,follows,likes,previews,saved,search}/*.test.ts',
  'src/modules/comments/comments.test.ts',
  'src/modules/conditions/conditions.test.ts',
  'src/modules/{crews,lists,stewards}/*.test.ts',
  'src/modules/imports/*.test.ts',
  'src/modules/twins/twins.test.ts',
  'src/modules/discussions/discussion-lists.test.ts',
  'src/modules/map/{cells,map-search}.test.ts',
  'src/modules/media/{uploads,unused-media}.test.ts',
  'src/modules/mentions/mentions.test.ts',
  'src/modules/messages/messages.test.ts',
  'src/modules/moderation/reports.test.ts',
  'src/modules/my-data/{export,removal}.test.ts',
  'src/modules/digests/*.test.ts',
  'src/modules/facts/facts.test.ts',
  'src/modules/notifications/{notifications,many-notifications}.test.ts',
  'src/modules/people/{find-people,profile}.test.ts',
  'src/modules/places/place-search.test.ts',
  'src/modules/posts/{feed,followed-feed}.test.ts',
  'src/modules/profiles/admin.test.ts',
  'src/modules/push/push.test.ts',
  'src/modules/events/events.test.ts',
  'src/modules/spots/spots.test.ts',
  'src/modules/streets/find-streets.test.ts',
  'src/modules/translations/translations.test.ts',
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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // For two processors: one more, because some files mostly wait. The run on another database goes on beside this one.
    maxWorkers: isOtherDatabase ? 2 : 3,
    sequence: { sequencer: LongestFirst },
    // Files share nothing but modules, which are read once instead of once per file.
    isolate: false,
    env: { TZ: 'UTC' },
  },
})
