import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// npm run proofs [-- NAME ... OPTION ...] [-- --short] runs each proof as a separate program, and fails if one fails or
// misses a goal. Every file in this folder is a proof: it prints its results through lib/report.ts, and its first
// comment names the mutation that made it fail. The forge runs the `--short` form every night.

const PROOFS = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))

const args = process.argv.slice(2)
// Options take values, so names have to come before them.
const end = args.findIndex((arg) => arg.startsWith('-'))
const names = end < 0 ? args : args.slice(0, end)
const options = end < 0 ? [] : args.slice(end)
const unknown = names.filter((name) => !PROOFS.includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no proof ${unknown.join(', ')}. Usage: npm run proofs -- [${PROOFS.join('|')}] ... [--short]`,
  )
  process.exit(1)
}

function runOne(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    console.log(`\n${name}`)
    spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options], { stdio: 'inherit' }).once(
      'close',
      (code) => resolve(code === 0),
    )
  })
}

const failed: string[] = []
for (const name of names.length > 0 ? names : PROOFS) if (!(await runOne(name))) failed.push(name)
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nEvery goal is met.')
if (failed.length > 0) process.exitCode = 1
