import path from 'node:path'
import { type Config, environment, readConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { Jobs } from '../platform/jobs/index.ts'
import { createLog } from '../platform/log.ts'
import { runCommand } from '../platform/run-command.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { refuseUnfinishedRestore } from '../platform/unfinished-restore.ts'
import { makeBackup } from './backup.ts'
import {
  openBackup,
  requireEmptyDatabase,
  requireEmptyFolder,
  restoreFiles,
  restoreRows,
  restoring,
} from './restore.ts'

// npm run backup: works beside a running server. npm run restore: into an empty data directory, and an empty database.

const log = createLog('warn')
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const backup = async (config: Config, file: string): Promise<string> => {
  const { dataDir } = config
  refuseUnfinishedRestore(dataDir)
  const { url, stop } = await connectDatabase(config, log, { borrow: true, steps: null })
  try {
    const { files, tables, bytes } = await makeBackup({ databaseUrl: url, dataDir, file })
    return `${tables} tables and ${files} files (${megabytes(bytes)}) are in ${file}.`
  } finally {
    await stop()
  }
}

// The tables of the job queue are made by the queue itself, in its own version.
const makeJobTables = async (url: string, wanted: number): Promise<void> => {
  const jobs = new Jobs(url, log)
  await jobs.start()
  const version = await jobs.version()
  await jobs.stop()
  if (version !== wanted)
    throw new StartRefused(
      `The backup has version ${wanted} of the job queue, this program makes ${version}. Restore it with the program that made it.`,
    )
}

const restore = async (config: Config, file: string): Promise<string> => {
  const { dataDir, databaseUrl } = config
  requireEmptyFolder(dataDir)
  if (databaseUrl) await requireEmptyDatabase(databaseUrl)
  const checked = await openBackup(file)
  try {
    const { jobs_version, tables, made_at } = checked.manifest
    const steps = checked.steps()
    return await restoring(dataDir, async () => {
      const files = await restoreFiles(checked, dataDir)
      const { url, stop } = await connectDatabase(config, log, { steps })
      try {
        if (jobs_version !== null) await makeJobTables(url, jobs_version)
        await restoreRows(checked, url)
      } finally {
        await stop()
      }
      return `${tables.length} tables and ${files} files of ${made_at} are in ${dataDir}. Everything is as it was.`
    })
  } finally {
    checked.close()
  }
}

const COMMANDS = { backup, restore }

const run = async ([name = '', file, ...rest]: string[]): Promise<string> => {
  if (!Object.hasOwn(COMMANDS, name) || !file || rest.length > 0)
    throw new StartRefused(`Usage: npm run ${name === 'restore' ? 'restore' : 'backup'} -- FILE`)
  return COMMANDS[name as keyof typeof COMMANDS](readConfig(environment()), path.resolve(file))
}

await runCommand(run)
