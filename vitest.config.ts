import { defineConfig } from 'vitest/config'

// The repository-wide checks and the packages' tests. The server and the web client have separate test runs.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    // Its tests need the server's database.
    exclude: ['packages/legacy-import/**'],
    // Some tests read the entire module graph, even on busy machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The tests only read files and share only modules.
    isolate: false,
  },
})
