import type { Config } from '../config.ts'
import { loadConfig } from '../load-config.ts'
import { startDatabase } from '../db/start-database.ts'
import { openDatabase } from '../db/open.ts'
import {
  diskStorage,
  removeAreaFolders,
  requireUsable,
  s3Storage,
  type StoreKind,
} from '../platform/files/index.ts'
import { createLog } from '../platform/log.ts'
import { runCommand } from '../platform/run-command.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { moveFiles } from './move.ts'

// npm run media: runs next to the servers.

const USAGE = `Usage: npm run media -- move disk s3
       npm run media -- move s3 disk`

function parseDirection(args: string[]): { from: StoreKind; to: StoreKind } {
  const line = args.join(' ')
  if (line === 'move disk s3') return { from: 'disk', to: 's3' }
  if (line === 'move s3 disk') return { from: 's3', to: 'disk' }
  throw new StartRefused(USAGE)
}

function requireTarget({ s3, mediaStore }: Config, to: StoreKind): NonNullable<Config['s3']> {
  if (!s3) throw new StartRefused('No bucket is configured. Set S3_ENDPOINT, S3_BUCKET, and the keys.')
  if (mediaStore !== to)
    throw new StartRefused(
      `New files still go to ${mediaStore === 's3' ? 'the bucket' : 'the disk'}. Set MEDIA_STORE=${to}, restart the servers, and try again.`,
    )
  return s3
}

async function run(args: string[]): Promise<string> {
  const { from, to } = parseDirection(args)
  const config = loadConfig()
  const storages = { disk: diskStorage(config.dataDir), s3: s3Storage(requireTarget(config, to)) }
  const log = createLog('warn')
  await requireUsable(storages.s3, log)
  const { url, stop } = await startDatabase(config, log, { borrow: true, steps: null })
  const db = openDatabase(url, { max: 2 })
  try {
    const print = (line: string) => process.stdout.write(`  ${line}\n`)
    const { files, bytes } = await moveFiles({ db, from: storages[from], to: storages[to], print })
    if (from === 'disk') await removeAreaFolders(config.dataDir)
    return `${files} files (${(bytes / 1024 / 1024).toFixed(1)} MB) moved to ${storages[to].where} and verified by SHA-256. Nothing is left in ${storages[from].where}.`
  } finally {
    storages.s3.close()
    await db.destroy()
    await stop()
  }
}

await runCommand(run)
