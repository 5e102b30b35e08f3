import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './run.mjs'

const tally = { passed: 0, failed: 0, skipped: 0 }

/** Each test file's duration. @type {{ part: string, file: string, ms: number }[]} */
const files = []

const begun = Date.now()

function line(mark, name, more = '') {
  const seconds = String(Math.round((Date.now() - begun) / 1000)).padStart(4)
  console.log(`${seconds} s  ${mark}  ${name}${more && `  ${more}`}`)
}

function indented(text) {
  return stripVTControlCharacters(text).trim().replaceAll(/^/gm, '        ')
}

/**
 * Adds the result of a check that passes or fails.
 * @param {string} name @param {{ code: number, output: string }} result
 */
export function check(name, { code, output }) {
  tally[code === 0 ? 'passed' : 'failed'] += 1
  line(code === 0 ? 'ok  ' : 'FAIL', name)
  if (code !== 0) console.log(indented(output))
}

/**
 * Adds a check that can't run on this machine, with the reason.
 * @param {string} name @param {string} why
 */
export function skip(name, why) {
  tally.skipped += 1
  line('skip', name, `(${why})`)
}

/** @param {string} name @param {{ passed: number, failed: number, skipped: number, failures: string[] }} counted */
function add(name, { passed, failed, skipped, failures }) {
  tally.passed += passed
  tally.failed += failed
  tally.skipped += skipped
  line(failed ? 'FAIL' : 'ok  ', name, `${passed} passed, ${failed} failed, ${skipped} skipped`)
  for (const failure of failures) console.log(indented(failure))
}

/**
 * Adds the results that Vitest or Playwright wrote as JSON to `file`. A run that was aborted adds one more failure.
 * @param {string} name @param {'vitest' | 'playwright'} kind @param {string} file
 * @param {{ code: number, output: string }} result
 */
export function addReport(name, kind, file, { code, output }) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return add(name, { passed: 0, failed: 1, skipped: 0, failures: [output] })
  }
  const counted = kind === 'vitest' ? ofVitest(report, output) : ofPlaywright(report)
  const times = kind === 'vitest' ? timesOfVitest(report) : timesOfPlaywright(report)
  for (const [path, ms] of times) files.push({ part: name, file: path, ms })
  if (code !== 0 && counted.failed === 0) {
    counted.failed = 1
    counted.failures.push(output)
  }
  add(name, counted)
}

/** Prints the totals and exits, with code 1 if a check failed or none ran. @returns {never} */
export function finish() {
  const { passed, failed, skipped } = tally
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

/** Prints the slowest test files. */
export function printSlowest(count = 10) {
  console.log('\nThe slowest test files:')
  for (const { part, file, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, count))
    console.log(`${String(Math.round(ms / 1000)).padStart(4)} s  ${file}  (${part})`)
}

function timesOfVitest({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => [relative(ROOT, name), endTime - startTime])
}

function timesOfPlaywright({ suites }) {
  return suites.map((suite) => [`e2e/${suite.file}`, computeSum(suite)])
}

function computeSum({ specs = [], suites = [] }) {
  return (
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
      .reduce((sum, ms) => sum + ms, 0) + suites.reduce((sum, inner) => sum + computeSum(inner), 0)
  )
}

function ofVitest(
  { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, testResults },
  output,
) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = numFailedTests + brokenFiles
  // Vitest prints the failures with their diffs after the list of files.
  const text = stripVTControlCharacters(output)
  const failures = failed ? [text.slice(Math.max(0, text.search(/⎯+ *(Failed|Unhandled)/)))] : []
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests, failures }
}

function ofPlaywright({ stats, suites, errors = [] }) {
  const failures = errors.map(({ message, stack }) => stack ?? message)
  const walk = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      if (spec.ok) continue
      const output = spec.tests.flatMap(({ results }) =>
        results.flatMap((result) => result.errors.map(({ message }) => message)),
      )
      const where = spec.tests.map(({ projectName }) => projectName).join(', ')
      failures.push(
        `${spec.file}:${spec.line} ${[...path, spec.title].join(' > ')} (${where})\n${output.join('\n')}`,
      )
    }
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title])
  }
  for (const suite of suites) walk(suite, [])
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped, failures }
}
