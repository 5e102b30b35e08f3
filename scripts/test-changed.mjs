import { ensureWebBuilt } from './lib/build-web.mjs'
import { messages, playwright, vitest } from './lib/commands.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBrowser, ensurePrograms } from './lib/programs.mjs'
import { giveUp, run } from './lib/run.mjs'

// npm run test:changed [-- REF]: runs tests affected by changes since REF (main), and changed and @smoke journeys.

const [base = 'main'] = process.argv.slice(2)
const SHOWN = { show: true }

/** Runs a command in the terminal. @returns {Promise<boolean>} whether it succeeded */
async function passes([program, args, options]) {
  const { code } = await run(program, args, { ...options, ...SHOWN })
  return code === 0
}

await ensureInstalled()
await ensurePrograms()
const results = [await passes(messages())]
for (const folder of ['.', 'apps/web', 'apps/server'])
  results.push(await passes(vitest(folder, ['--changed', base, '--passWithNoTests'])))

const built = await ensureWebBuilt()
if (built.code !== 0) giveUp(built.output)
if (!(await ensureBrowser())) giveUp('No Chromium is installed and none could be.')
results.push(
  await passes(playwright([`--only-changed=${base}`, '--grep-invert=@smoke', '--pass-with-no-tests'])),
)
results.push(await passes(playwright(['--grep=@smoke'])))
process.exit(results.every(Boolean) ? 0 : 1)
