import { basename } from 'node:path'
import { once } from 'node:events'
import { StartRefused } from '../../platform/start-refused.ts'
import type { FromReader } from './read-in-process.ts'
import { readRecords, type RawRecord } from '../read-records.ts'
import { unreadable } from '../readers/raw-record.ts'

// Reads a file that an admin has uploaded, and prints its records, one JSON value per line. It runs as a
// separate process, so that a large or malicious file can't slow down or end the server.

const [file = '', name = basename(file)] = process.argv.slice(2)

async function write(line: FromReader): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}

// Limits memory: the server has up to two parts of 1,000 records in memory.
const MAX_RECORD = 64_000
const TOO_LARGE = `it is longer than ${MAX_RECORD} characters`

function isLarge(record: RawRecord): boolean {
  return JSON.stringify(record).length > MAX_RECORD
}

/** Replaces the temporary file's path, which would mean nothing to an admin. */
function rename(text: string): string {
  return text.replaceAll(file, name)
}

// The server has stopped reading.
process.stdout.on('error', () => process.exit(1))

try {
  let nothing: string | undefined
  for await (const record of readRecords(file, undefined, (why) => (nothing = rename(why))))
    await write({ record: isLarge(record) ? unreadable(record.where.slice(0, 120), TOO_LARGE) : record })
  await write({ end: true, ...(nothing && { nothing }) })
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  await write({ refused: rename(error.message) })
}
