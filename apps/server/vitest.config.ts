import { defineConfig } from 'vitest/config'

const isOtherDatabase = Boolean(process.env.NOLLIE_TEST_DATABASE_URL) && !process.env.NOLLIE_TEST_ALL

/** What can differ on another PostgreSQL, reached by another role: its own programs, and once through each module. */
export const ON_OTHER_DATABASE = [
  'src/db/**/*.test.ts',
  'src/backup/*.test.ts',
  'src/import/tables/import-tables.test.ts',
  'src/modules/accounts/{sign-up,sessions}.test.ts',
  'src/modules/{blocks,content,discover,follows,likes,previews,saved,search}/*.test.ts',
  'src/modules/comments/comments.test.ts',
  'src/modules/discussions/discussion-lists.test.ts',
  'src/modules/map/{cells,map-search}.test.ts',
  'src/modules/media/{uploads,collector}.test.ts',
  'src/modules/mentions/mentions.test.ts',
  'src/modules/messages/messages.test.ts',
  'src/modules/moderation/reports.test.ts',
  'src/modules/my-data/{export,removal}.test.ts',
  'src/modules/notifications/notifications.test.ts',
  'src/modules/people/{find-people,profile}.test.ts',
  'src/modules/places/place-search.test.ts',
  'src/modules/posts/{feed,followed-feed}.test.ts',
  'src/modules/profiles/admin.test.ts',
  'src/modules/realtime/realtime.test.ts',
  'src/modules/spots/spots.test.ts',
  'src/modules/streets/find-streets.test.ts',
  'src/streets/load.test.ts',
  'test/plans/*.test.ts',
  'test/process/*.test.ts',
  'test/retention.test.ts',
]

export default defineConfig({
  test: {
    include: isOtherDatabase ? ON_OTHER_DATABASE : ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/database-cluster.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Nothing is kept between files but modules, which are read once instead of once per file.
    isolate: false,
    env: { TZ: 'UTC' },
  },
})
