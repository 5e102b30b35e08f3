import { rm } from 'node:fs/promises'
import { ensureWebBuilt } from './lib/build-web.mjs'
import { ANOTHER_DAY, format, lint, messages, playwright, TYPED, types, vitest } from './lib/commands.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBrowser, ensurePrograms } from './lib/programs.mjs'
import { giveUp, run } from './lib/run.mjs'

// Runs one part of `npm test` in the terminal, e.g. npm run test:server -- likes

const [part = '', ...args] = process.argv.slice(2)
const paths = args.length > 0 ? args : ['.']

/** Runs commands one after another; exits at the first failure. */
async function show(...commands) {
  for (const [program, list, options] of commands) {
    const { code } = await run(program, list, { ...options, show: true })
    if (code !== 0) process.exit(code)
  }
}

async function build() {
  const { code, output } = await ensureWebBuilt()
  if (code !== 0) giveUp(output)
}

async function journeys(options, env = {}) {
  await ensurePrograms()
  await build()
  if (!(await ensureBrowser())) giveUp("Chromium isn't installed and couldn't be installed.")
  await show(playwright(options, env))
}

const PARTS = {
  // Builds the client for `npm run test:e2e`.
  build,
  format: () => show(format(paths, { write: true })),
  lint: () => show(messages(), lint(paths)),
  types: () => show(messages(), ...TYPED.map(types)),
  // A filter may match in only one of the folders.
  unit: () =>
    show(messages(), ...['.', 'apps/web'].map((folder) => vitest(folder, ['--passWithNoTests', ...args]))),
  'another-day': () =>
    show(messages(), vitest('apps/web', [...ANOTHER_DAY.options, ...args], ANOTHER_DAY.env)),
  server: async () => {
    await ensurePrograms()
    await show(vitest('apps/server', args))
  },
  // Rewrites the server's schema.sql and queries/.
  schema: () => show(vitest('apps/server', ['src/db/schema.test.ts', 'test/plans', '--update'])),
  e2e: () => journeys(args),
  // Replaces the stored screenshots.
  screenshots: async () => {
    await rm(new URL('../e2e/screenshots', import.meta.url), { recursive: true, force: true })
    await journeys(['every-screen', ...args], { SCREENSHOTS: 'write' })
  },
}

await ensureInstalled()
if (!PARTS[part]) giveUp(`One of: ${Object.keys(PARTS).join(', ')}`)
await PARTS[part]()
