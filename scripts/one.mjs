import { ensureWebBuilt } from './lib/build-web.mjs'
import { format, lint, messages, playwright, TYPED, types, vitest } from './lib/commands.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBrowser, ensurePrograms } from './lib/programs.mjs'
import { giveUp, run } from './lib/run.mjs'

// One part of what `npm test` checks, on the terminal: npm run test:server -- likes

const [part = '', ...args] = process.argv.slice(2)
const paths = args.length > 0 ? args : ['.']

/** Runs one after the other and ends with the first that fails. */
async function show(...commands) {
  for (const [program, list, options] of commands) {
    const { code } = await run(program, list, { ...options, show: true })
    if (code !== 0) process.exit(code)
  }
}

const PARTS = {
  format: () => show(format(paths, { write: true })),
  lint: () => show(messages(), lint(paths)),
  types: () => show(messages(), ...TYPED.map(types)),
  // Without a match in the one, the other is meant.
  unit: () =>
    show(messages(), ...['.', 'apps/web'].map((folder) => vitest(folder, ['--passWithNoTests', ...args]))),
  server: async () => {
    await ensurePrograms()
    await show(vitest('apps/server', args))
  },
  // Rewrites schema.sql and queries/ of the server.
  schema: () => show(vitest('apps/server', ['src/db/schema.test.ts', 'test/plans', '--update'])),
  e2e: async () => {
    await ensurePrograms()
    const { code, output } = await ensureWebBuilt()
    if (code !== 0) giveUp(output)
    if (!(await ensureBrowser())) giveUp('No Chromium is installed and none could be.')
    await show(playwright(args))
  },
}

await ensureInstalled()
if (!PARTS[part]) giveUp(`One of: ${Object.keys(PARTS).join(', ')}`)
await PARTS[part]()
