import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { DataExport, Viewer } from '@nollie/contract'
import { runWithoutBackup } from '../../db/backup-lock.ts'
import type { Db } from '../../db/open.ts'
import { type FileStore, type Storage, temporaryFolder } from '../../platform/files/index.ts'
import { type RateLimiter, Refusal } from '../../platform/http/index.ts'
import { type JobKind, type JobRun, type Jobs, jobKind } from '../../platform/jobs/index.ts'
import type { Mailer, Outbox } from '../../platform/mail/index.ts'
import { findEmail, linkToken, parseRowId, type Senders, createSenders } from '../accounts/index.ts'
import { isSuspended } from '../profiles/index.ts'
import { type ListFiles, writeArchive } from './write-archive.ts'
import { exportForSuspended, exportFailed, exportReady } from './export.mails.ts'
import {
  deleteOtherExports,
  failOverdueExports,
  findExport,
  deleteOldExports,
  insertExport,
  markExportFailed,
  markExportReady,
  selectStoredExports,
} from './export.queries.ts'
import { say } from '../../platform/languages/index.ts'

/** The my-data module's dependencies. */
export type MyDataDeps = {
  db: Db
  jobs: Jobs
  mailer: Mailer
  publicUrl: URL
  rates: RateLimiter
  /** Secret for signing emailed links. */
  secret: string
  /** The store for archives. */
  archives: FileStore
  listFiles: ListFiles
  /** Identifies the sender of a request with these headers if a suspension ended their session. */
  suspendedSender: Senders['suspendedSender']
  /** Deletes emails to an address that haven't been sent yet. */
  forgetMailsTo: (address: string) => Promise<void>
}

type Needed = Pick<MyDataDeps, 'db' | 'publicUrl'> & {
  storage: Storage
  outbox: Outbox
  media: { listFiles: ListFiles }
}

/** Creates the services that this module needs in addition to the server's. */
export function openExports({
  db,
  publicUrl,
  storage,
  outbox,
  media,
}: Needed): Pick<MyDataDeps, 'archives' | 'listFiles' | 'suspendedSender' | 'forgetMailsTo'> {
  return {
    archives: storage.area('exports'),
    listFiles: media.listFiles,
    suspendedSender: createSenders({ db, publicUrl }).suspendedSender,
    forgetMailsTo: (address) => outbox.forgetTo(address),
  }
}

/** Job that builds an archive. Large archives take up to an hour. */
export const EXPORT: JobKind<{ export_id: string }> = jobKind<{ export_id: string }>({
  name: 'export',
  retries: 3,
  retryDelay: 30,
  retryDelayMax: 600,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  concurrency: 1,
})

type ExportOutcome = { user_id: string; ready: boolean; export_id: string }

/** Job that emails the outcome. It's separate so that a mail server outage doesn't delay the archive. */
export const EXPORT_MAIL: JobKind<ExportOutcome> = jobKind<ExportOutcome>({
  name: 'export-mail',
  retries: 100,
  retryDelay: 2,
  retryDelayMax: 600,
  expireInSeconds: 90,
  heartbeatSeconds: 10,
  concurrency: 1,
})

const ARCHIVE = 'archive.zip'

function buildKey(export_id: string): string {
  return export_id.replaceAll('-', '')
}

function parseKey(key: string): string {
  return key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function isExportKey(key: string): boolean {
  return /^[0-9a-f]{32}$/.test(key)
}

function buildArchivePath(export_id: string): string {
  return `${buildKey(export_id)}/${ARCHIVE}`
}

/**
 * Requests a new archive. It replaces earlier ones, because each person has at most one.
 * @throws Refusal IN_PROGRESS if another archive is in progress
 */
export function requestExport(
  { db, jobs }: Pick<MyDataDeps, 'db' | 'jobs'>,
  { user_id }: { user_id: string },
): Promise<DataExport> {
  return db.transaction().execute(async (tx) => {
    const requested = await insertExport(tx, user_id)
    if (!requested) throw new Refusal('IN_PROGRESS', { detail: say`We’re already preparing your data.` })
    await deleteOtherExports(tx, user_id, requested.id)
    await jobs.send(tx, EXPORT, { export_id: requested.id })
    return requested
  })
}

/**
 * Requests an archive for a suspended member, who is authenticated by the link in their email. See
 * {@link requestExport}.
 * @throws Refusal BAD_TOKEN, IN_PROGRESS, TOO_MANY
 */
export async function requestExportByLink(deps: MyDataDeps, token: string): Promise<void> {
  const user_id = parseRowId(deps.secret, 'own-data', token)
  if (!user_id || !(await isSuspended(deps.db, user_id))) throw new Refusal('BAD_TOKEN')
  await deps.rates.hit('export', { user: user_id })
  await requestExport(deps, { user_id })
}

// Writes the archive to local disk first, because it can be as large as all of a person's photos and videos.
async function storeArchive(
  { db, listFiles, archives }: MyDataDeps,
  { id, user_id }: { id: string; user_id: string },
  signal: AbortSignal,
): Promise<number> {
  const folder = await temporaryFolder()
  try {
    const file = path.join(folder, ARCHIVE)
    await writeArchive({ db, listFiles, user_id, path: file }, signal)
    return await archives.put(buildArchivePath(id), { path: file })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Builds an archive. Emails the owner if the last attempt fails. */
export function makeExport(deps: MyDataDeps) {
  return async ({ data: { export_id }, lastTry, signal }: JobRun<{ export_id: string }>): Promise<void> => {
    const { db, jobs, archives } = deps
    const requested = await findExport(db, export_id)
    if (requested?.status !== 'waiting') return
    const { user_id } = requested
    try {
      const bytes = await storeArchive(deps, { id: export_id, user_id }, signal)
      const stored = await db.transaction().execute(async (tx) => {
        const ready = await markExportReady(tx, export_id, bytes)
        if (ready) await jobs.send(tx, EXPORT_MAIL, { user_id, ready, export_id })
        return ready
      })
      if (!stored) await archives.removeKey(buildKey(export_id))
    } catch (error) {
      if (!lastTry) throw error
      await markExportFailed(db, export_id)
      await jobs.send(db, EXPORT_MAIL, { user_id, ready: false, export_id })
      throw error
    }
  }
}

/** Emails the outcome. Suspended members can't sign in, so their email links directly to the archive. */
export function mailExport({ db, mailer, publicUrl, secret }: MyDataDeps) {
  return async ({ id, data: { user_id, ready, export_id } }: JobRun<ExportOutcome>): Promise<void> => {
    const to = await findEmail(db, user_id)
    if (!to) return
    const suspended = await isSuspended(db, user_id)
    const url = (path: string) => new URL(path, publicUrl).href
    if (!ready) {
      const again = suspended ? `/my-data?token=${linkToken(secret, 'own-data', user_id)}` : '/settings#data'
      return mailer.send({ id, to, content: exportFailed(url(again)) })
    }
    const content = suspended
      ? exportForSuspended(url(`/api/my-data/archive?token=${linkToken(secret, 'archive', export_id)}`))
      : exportReady(url('/settings#data'))
    await mailer.send({ id, to, content })
  }
}

/** An archive that is ready to send. */
export type OpenExport = { bytes: number; name: string; read: () => Promise<Readable> }

/**
 * Opens an archive for its owner.
 * @throws Refusal NOT_FOUND, including for another person's archive or a pending one; GONE if it has expired
 */
export async function openExport(
  deps: Pick<MyDataDeps, 'db' | 'archives'>,
  { user_id }: Viewer,
  export_id: string,
): Promise<OpenExport> {
  const found = await findExport(deps.db, export_id)
  if (found?.user_id !== user_id) throw new Refusal('NOT_FOUND')
  return openFile(deps, found)
}

/**
 * Opens the archive that an emailed link refers to.
 * @throws Refusal BAD_TOKEN, GONE
 */
export async function openArchive(deps: MyDataDeps, token: string): Promise<OpenExport> {
  const export_id = parseRowId(deps.secret, 'archive', token)
  if (!export_id) throw new Refusal('BAD_TOKEN')
  const found = await findExport(deps.db, export_id)
  if (!found) throw new Refusal('GONE')
  return openFile(deps, found)
}

async function openFile({ archives }: Pick<MyDataDeps, 'archives'>, found: DataExport): Promise<OpenExport> {
  if (found.status !== 'ready' || !found.expires_at) throw new Refusal('NOT_FOUND')
  const name = buildArchivePath(found.id)
  const facts = await archives.stat(name)
  if (Date.parse(found.expires_at) < Date.now() || !facts) throw new Refusal('GONE')
  return {
    bytes: facts.size,
    name: `nollie-${found.asked_at.slice(0, 10)}.zip`,
    read: () => archives.read(name),
  }
}

// All attempts take at most about four hours. If the server dies during the last one, the archive stays pending.
const OVERDUE_HOURS = 6

function endOverdue({ db, jobs }: Pick<MyDataDeps, 'db' | 'jobs'>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const { id: export_id, user_id } of await failOverdueExports(tx, OVERDUE_HOURS))
      await jobs.send(tx, EXPORT_MAIL, { user_id, ready: false, export_id })
  })
}

/** Marks overdue archives as failed. Deletes expired archives, and files whose archive has no row. */
export async function sweepExports({
  db,
  jobs,
  archives,
}: Pick<MyDataDeps, 'db' | 'jobs' | 'archives'>): Promise<void> {
  await endOverdue({ db, jobs })
  await deleteOldExports(db)
  const keys: string[] = []
  for await (const key of archives.keys()) if (isExportKey(key)) keys.push(key)
  const stored = await selectStoredExports(db, keys.map(parseKey))
  const rest = keys.filter((key) => !stored.has(parseKey(key)))
  if (rest.length > 0)
    await runWithoutBackup(db, async () => {
      for (const key of rest) await archives.removeKey(key)
    })
}
