import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { format, knowsTypes, lint, messages, TYPED, types, vitest } from './commands.mjs'
import { ROOT, run } from './run.mjs'
import { addReport, check } from './tally.mjs'

const REPORTS = join(ROOT, 'test-results/reports')

/** Returns the path of a report, which remains after the run. @param {string} name */
export function buildReportPath(name) {
  return join(REPORTS, `${name.replaceAll(/\W+/g, '-')}.json`)
}

/**
 * Runs a folder's tests and adds their results to the totals.
 * @param {string} name @param {string} folder @param {Record<string, string>} env @param {string[]} filters and options
 */
export async function addVitest(name, folder, env = {}, filters = []) {
  const file = buildReportPath(name)
  const options = ['--reporter=json', '--reporter=default', `--outputFile=${file}`, ...filters]
  const result = await run(...vitest(folder, options, env))
  addReport(name, 'vitest', file, result)
}

/** @param {boolean} byFolder whether to check types folder by folder, or together with the rules that need types */
async function statics(byFolder) {
  const [formatted, linted] = await Promise.all([run(...format()), run(...lint(['.'], { typed: !byFolder }))])
  check('format', formatted)
  check(byFolder ? 'lint' : 'lint and types', linted)
  for (const folder of byFolder ? TYPED : [])
    check(`types of ${folder === '.' ? 'tests and tools' : folder}`, await run(...types(folder)))
}

/**
 * Runs all checks that need no database or browser: format, lint, types, rules, units. `byFolder` checks types folder
 * by folder, which is incremental. By default, that happens only if it was done before, because in a fresh clone a
 * single pass is a third faster.
 * @param {{ byFolder?: boolean }} options
 */
export async function quickChecks({ byFolder = knowsTypes() } = {}) {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  check('messages of the web client', await run(...messages()))
  await Promise.all([
    statics(byFolder),
    addVitest('rules of the house', '.').then(() => addVitest('web client', 'apps/web')),
  ])
}
