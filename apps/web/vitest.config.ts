import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { serveLanguage } from './vite/build-language.ts'

const ROOT = import.meta.dirname
const ALL = 'src/**/*.test.ts'

/** Whether a test file replaces globals and therefore needs its own instance of each module. */
function replacesGlobals(file: string) {
  return /globalThis|stubGlobal|vi\.mock|useFakeTimers/.test(readFileSync(join(ROOT, file), 'utf8'))
}

const alone = globSync(ALL, { cwd: ROOT }).filter(replacesGlobals)

export default defineConfig({
  root: ROOT,
  plugins: [serveLanguage()],
  test: {
    environment: 'node',
    setupFiles: ['test/other-day.ts'],
    // On a busy machine, five seconds are not long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // These files share modules, so each module is loaded once instead of once per file.
      { extends: true, test: { name: 'web', include: [ALL], exclude: alone, isolate: false } },
      { extends: true, test: { name: 'web, alone', include: alone } },
    ],
  },
})
