import { defineConfig } from 'vitest/config'

// The rules of the house. Server and web have test runs of their own.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    testTimeout: 60_000,
  },
})
