import { defineConfig } from 'vitest/config'

// The rules of the house. Server and web have test runs of their own.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    // The whole module graph is read, also on machines that are busy otherwise.
    testTimeout: 180_000,
    // They read files and share nothing but modules.
    isolate: false,
  },
})
