import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The embedded database is the same thing in a run on another one.
    exclude: process.env.NOLLIE_TEST_DATABASE_URL ? ['test/embedded/**'] : [],
    globalSetup: ['test/database-cluster.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: { TZ: 'UTC' },
  },
})
