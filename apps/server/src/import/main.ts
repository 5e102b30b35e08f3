import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environment, readConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { openDatabase } from '../db/open.ts'
import { createLog } from '../platform/log.ts'
import { runCommand } from '../platform/run-command.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { importRecords } from './import.ts'
import { readRecords } from './read.ts'

// npm run import: works beside a running server, whose maps show the new places at once.

const USAGE = 'Usage: npm run import -- FILE [--source NAME] [--licence LICENCE] [--url ADDRESS]'

const argumentsOf = (args: string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { source: { type: 'string' }, licence: { type: 'string' }, url: { type: 'string' } },
    })
    const [file, ...rest] = positionals
    if (file && rest.length === 0) return { file, defaults: values }
  } catch {}
  throw new StartRefused(USAGE)
}

async function run(args: string[]): Promise<string> {
  const { file, defaults } = argumentsOf(args)
  if (!existsSync(file)) throw new StartRefused(`There is no file ${file}.`)
  const records = readRecords(file)
  const config = readConfig(environment())
  const { url, stop } = await connectDatabase(config, createLog('warn'), { borrow: true })
  const db = openDatabase(url, { max: 2 })
  try {
    const says = (line: string) => process.stdout.write(`  ${line}\n`)
    const { read, added, known, same, refused, doubted } = await importRecords({
      db,
      records,
      defaults,
      says,
    })
    return `Of ${read} records: ${added} added (${doubted} to check), ${known} known before, ${same} likely here already, ${refused} refused.`
  } finally {
    await db.destroy()
    await stop()
  }
}

await runCommand(run)
