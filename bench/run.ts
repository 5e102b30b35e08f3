import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

// npm run bench -- [--spots 1000000] [--only map [what that one takes]]: the figures, each bench a program of its own.

const args = process.argv.slice(2)
const take = (name: string): string | undefined => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const only = take('--only')
const spots = take('--spots')
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .toSorted()
const wanted = only === undefined ? names : names.filter((name) => name === only)
if (wanted.length === 0 || (only === undefined && args.length > 0)) {
  console.error(`Usage: npm run bench -- [--spots NUMBER] [--only ${names.join('|')} [...]]`)
  process.exit(1)
}

console.log(`${availableParallelism()} processors`)
const failed = wanted.filter((name) => {
  console.log(`\n${name}`)
  const own = [...args, ...(name === 'map' && spots ? ['--spots', spots] : [])]
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.bench.ts`), ...own], {
    stdio: 'inherit',
  })
  return status !== 0
})
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`)
  process.exit(1)
}
