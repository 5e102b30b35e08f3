import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // In a run on another database, what has to do with the embedded one (plans too) or with none (files, who may, what is refused
    // before a query) is the same thing again.
    exclude: process.env.NOLLIE_TEST_DATABASE_URL
      ? ['test/{embedded,inputs,authorization,plans}/**', 'src/modules/media/{pictures,videos}.test.ts']
      : [],
    globalSetup: ['test/database-cluster.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: { TZ: 'UTC' },
  },
})
