/**
 * Server tests whose result depends on the PostgreSQL version or on a separate database server: migrations, plans,
 * copies, locks, poolers, whole programs. Each entry is part of a path in apps/server.
 */
export const ON_OTHER_DATABASE = [
  'src/backup/backup.test.ts',
  'src/db/',
  'src/modules/likes/likes.test.ts',
  'src/modules/profiles/admin.test.ts',
  'src/streets/load.test.ts',
  'test/plans/',
  'test/process/',
  'test/crawls/retention.test.ts',
]
