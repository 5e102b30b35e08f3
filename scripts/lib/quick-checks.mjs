import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { format, lint, messages, TYPED, types, vitest } from './commands.mjs'
import { ROOT, run } from './run.mjs'
import { addReport, check } from './tally.mjs'

const REPORTS = join(ROOT, 'test-results/reports')

/** The path of a part's report, which stays after the run. @param {string} name */
export const reportOf = (name) => join(REPORTS, `${name.replaceAll(/\W+/g, '-')}.json`)

/**
 * Runs the tests of a folder and adds their results to the totals.
 * @param {string} name @param {string} folder @param {Record<string, string>} env
 */
export async function addVitest(name, folder, env = {}) {
  const file = reportOf(name)
  const options = ['--reporter=json', '--reporter=default', `--outputFile=${file}`]
  addReport(name, 'vitest', file, await run(...vitest(folder, options, env)))
}

async function statics() {
  const [formatted, linted] = await Promise.all([run(...format()), run(...lint())])
  check('format', formatted)
  check('lint', linted)
  for (const folder of TYPED)
    check(`types of ${folder === '.' ? 'tests and tools' : folder}`, await run(...types(folder)))
}

/** Runs all checks without a database and a browser: format, lint, types, rules, units. */
export async function quickChecks() {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  check('messages of the web client', await run(...messages()))
  await Promise.all([
    statics(),
    addVitest('rules of the house', '.').then(() => addVitest('web client', 'apps/web')),
  ])
}
