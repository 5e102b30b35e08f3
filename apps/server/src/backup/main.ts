import path from 'node:path'
import type { Config } from '../config.ts'
import { loadConfig } from '../load-config.ts'
import { recordBackup } from '../db/backup-records.ts'
import { startDatabase } from '../db/start-database.ts'
import { openStorage, type Storage } from '../platform/files/index.ts'
import { createLog } from '../platform/log.ts'
import { runCommand } from '../platform/run-command.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { refuseUnfinishedRestore } from '../platform/unfinished-restore.ts'
import { makeBackup } from './backup.ts'
import { requireEmptyFolder } from './checked-backup.ts'
import { readTime, restoreAt } from './restore-at.ts'
import { restoreFile } from './restore-from-file.ts'
import { verify as verifySubject } from './verify.ts'

// npm run backup can run alongside a server. npm run restore needs an empty data directory and database, or restores a
// stopped server to an earlier point in time. npm run verify restores a backup to a temporary folder and checks it.

const log = createLog('warn')

function megabytes(bytes: number) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** A command's argument: a backup file, a point in time, or nothing. */
type Subject = { file: string } | { at: string } | null

const OWN_TOOLS =
  'DATABASE_URL is your own PostgreSQL, so use its tools to restore it to a point in time. With pgBackRest, on its machine: ' +
  'stop PostgreSQL, run pgbackrest --stanza=nollie --delta --type=time --target="TIME" --target-action=promote restore, ' +
  'and start PostgreSQL again (deploy/pgbackrest/README.md).'

function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl) throw new StartRefused(OWN_TOOLS)
}

async function backup(config: Config, subject: Subject): Promise<string> {
  if (!subject || !('file' in subject)) throw usage('backup')
  const { dataDir } = config
  const { file } = subject
  refuseUnfinishedRestore(dataDir)
  const { url, stop } = await startDatabase(config, log, { borrow: true, steps: null })
  const storage = await openStorage(config)
  try {
    const { files, tables, bytes } = await makeBackup({ databaseUrl: url, dataDir, storage, file })
    await recordBackup(url, 'backup', { files, bytes })
    return `${tables} tables and ${files} files (${megabytes(bytes)}) saved to ${file}.`
  } finally {
    storage.close()
    await stop()
  }
}

/** Runs `work` with an installation's storage. */
async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(config)
  try {
    return await work(storage)
  } finally {
    storage.close()
  }
}

async function restore(config: Config, subject: Subject): Promise<string> {
  if (!subject) throw usage('restore')
  if ('at' in subject) {
    requireEmbedded(config)
    const at = readTime(subject.at)
    return withStorage(config, (storage) => restoreAt({ ...config, storage }, at))
  }
  requireEmptyFolder(config.dataDir)
  const to = { ...config, openStorage: () => openStorage(config) }
  const { manifest, files, where } = await restoreFile(to, subject.file, log)
  return `${manifest.tables.length} tables and ${files} files from ${manifest.made_at} restored to ${where}. The restore is complete.`
}

async function verify(config: Config, subject: Subject): Promise<string> {
  const isFile = subject !== null && 'file' in subject
  if (!isFile) requireEmbedded(config)
  const verified = isFile ? subject : { at: subject ? readTime(subject.at) : null }
  return withStorage(config, (storage) => verifySubject({ ...config, storage }, verified, log))
}

const COMMANDS = { backup, restore, verify }
type Command = keyof typeof COMMANDS

const USAGE: Record<Command, string> = {
  backup: 'FILE',
  restore: 'FILE | --at 2026-11-22T10:15',
  verify: '[FILE | --at 2026-11-22T10:15]',
}

function usage(name: Command) {
  return new StartRefused(`Usage: npm run ${name} -- ${USAGE[name]}`)
}

function readSubject(name: Command, args: string[]): Subject {
  const [first, ...more] = args.flatMap((arg) => (arg.startsWith('--at=') ? ['--at', arg.slice(5)] : [arg]))
  if (!first) return null
  if (first === '--at' && more.length === 1) return { at: more[0] ?? '' }
  if (first.startsWith('-') || more.length > 0) throw usage(name)
  return { file: path.resolve(first) }
}

async function run([name = '', ...args]: string[]): Promise<string> {
  const command = (Object.hasOwn(COMMANDS, name) ? name : 'backup') as Command
  const subject = readSubject(command, args)
  // A damaged backup is refused before anything is created.
  return COMMANDS[command](loadConfig({ makesDataDir: command !== 'restore' }), subject)
}

await runCommand(run)
