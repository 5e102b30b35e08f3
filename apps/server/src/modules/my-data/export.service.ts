import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { DataExport, Viewer } from '@nollie/contract'
import { whileNoBackup } from '../../db/backup-lock.ts'
import type { Db } from '../../db/open.ts'
import { type Rates, Refusal } from '../../platform/http/index.ts'
import { type JobKind, type JobRun, type Jobs, jobKind } from '../../platform/jobs/index.ts'
import type { Mailer, Outbox } from '../../platform/mail/index.ts'
import { findEmail, linkToken, rowOf, type Senders, sendersOf } from '../accounts/index.ts'
import { isSuspended } from '../profiles/index.ts'
import { type FilesOf, writeArchive } from './data-archive.ts'
import { exportBrought, exportFailed, exportReady } from './export.mails.ts'
import {
  deleteOtherExports,
  findExport,
  forgetOldExports,
  insertExport,
  markExportFailed,
  markExportReady,
  selectStoredExports,
} from './export.queries.ts'

/** What the parts of this module share. */
export type MyDataDeps = {
  db: Db
  jobs: Jobs
  mailer: Mailer
  publicUrl: URL
  rates: Rates
  /** Signs what is mailed. */
  secret: string
  /** Folder of the archives; made if missing. */
  exportsDir: string
  filesOf: FilesOf
  /** Who sends a request with these headers, if a suspension ended their session. */
  suspendedSender: Senders['suspendedSender']
  /** Removes mails to an address that no mail server took. */
  forgetMailsTo: (address: string) => Promise<void>
}

type Needed = Pick<MyDataDeps, 'db' | 'publicUrl'> & {
  dataDir: string
  outbox: Outbox
  media: { filesOf: FilesOf }
}

/** Makes the folder of the archives, and what the parts of this module share beside what the server has. */
export const openExports = async ({
  db,
  publicUrl,
  dataDir,
  outbox,
  media,
}: Needed): Promise<Pick<MyDataDeps, 'exportsDir' | 'filesOf' | 'suspendedSender' | 'forgetMailsTo'>> => {
  const exportsDir = path.join(dataDir, 'exports')
  await mkdir(exportsDir, { recursive: true, mode: 0o700 })
  return {
    exportsDir,
    filesOf: media.filesOf,
    suspendedSender: sendersOf({ db, publicUrl }).suspendedSender,
    forgetMailsTo: (address) => outbox.forgetTo(address),
  }
}

/** One archive to be made; large ones take their time. */
export const EXPORT: JobKind<{ export_id: string }> = jobKind<{ export_id: string }>({
  name: 'export',
  retries: 3,
  retryDelay: 30,
  retryDelayMax: 600,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  concurrency: 1,
})

type ExportMade = { user_id: string; ready: boolean; export_id: string }

/** Its outcome, to be mailed; the file does not wait for the mail server. */
export const EXPORT_MAIL: JobKind<ExportMade> = jobKind<ExportMade>({
  name: 'export-mail',
  retries: 100,
  retryDelay: 2,
  retryDelayMax: 600,
  expireInSeconds: 90,
  heartbeatSeconds: 10,
  concurrency: 1,
})

const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip(?:\.part)?$/

const fileOf = (exportsDir: string, id: string): string => path.join(exportsDir, `${id}.zip`)

/**
 * Begins a new archive, which replaces earlier ones: a person has one at a time.
 * @throws Refusal IN_PROGRESS while another one is being made
 */
export const requestExport = (
  { db, jobs }: Pick<MyDataDeps, 'db' | 'jobs'>,
  { user_id }: { user_id: string },
): Promise<DataExport> =>
  db.transaction().execute(async (tx) => {
    const made = await insertExport(tx, user_id)
    if (!made) throw new Refusal('IN_PROGRESS', { detail: 'Your data is already being put together.' })
    await deleteOtherExports(tx, user_id, made.id)
    await jobs.send(tx, EXPORT, { export_id: made.id })
    return made
  })

/**
 * As {@link requestExport}, for a suspended member: the link in their mail authenticates them.
 * @throws Refusal BAD_TOKEN, IN_PROGRESS, TOO_MANY
 */
export const requestExportByLink = async (deps: MyDataDeps, token: string): Promise<void> => {
  const user_id = rowOf(deps.secret, 'own-data', token)
  if (!user_id || !(await isSuspended(deps.db, user_id))) throw new Refusal('BAD_TOKEN')
  await deps.rates.hit('export', { user: user_id })
  await requestExport(deps, { user_id })
}

/** Makes an archive; mails its owner when the last try failed. */
export const makeExport =
  (deps: MyDataDeps) =>
  async ({ data: { export_id }, lastTry, signal }: JobRun<{ export_id: string }>): Promise<void> => {
    const { db, jobs, filesOf, exportsDir } = deps
    const wanted = await findExport(db, export_id)
    if (wanted?.status !== 'waiting') return
    const { user_id } = wanted
    const file = fileOf(exportsDir, export_id)
    try {
      const bytes = await writeArchive({ db, filesOf, user_id, path: file }, signal)
      const stored = await db.transaction().execute(async (tx) => {
        const ready = await markExportReady(tx, export_id, bytes)
        if (ready) await jobs.send(tx, EXPORT_MAIL, { user_id, ready, export_id })
        return ready
      })
      if (!stored) await rm(file, { force: true })
    } catch (error) {
      if (!lastTry) throw error
      await markExportFailed(db, export_id)
      await jobs.send(db, EXPORT_MAIL, { user_id, ready: false, export_id })
      throw error
    }
  }

/** Mails the outcome. Suspended members ask without signing in: their mail has a link to the archive itself. */
export const mailExport =
  ({ db, mailer, publicUrl, secret }: MyDataDeps) =>
  async ({ id, data: { user_id, ready, export_id } }: JobRun<ExportMade>): Promise<void> => {
    const to = await findEmail(db, user_id)
    if (!to) return
    const isOut = await isSuspended(db, user_id)
    const url = (path: string) => new URL(path, publicUrl).href
    if (!ready) {
      const again = isOut ? `/my-data?token=${linkToken(secret, 'own-data', user_id)}` : '/settings#data'
      return mailer.send({ id, to, content: exportFailed(url(again)) })
    }
    const content = isOut
      ? exportBrought(url(`/api/my-data/archive?token=${linkToken(secret, 'archive', export_id)}`))
      : exportReady(url('/settings#data'))
    await mailer.send({ id, to, content })
  }

/** An archive as it is sent: its size and its bytes. */
export type OpenExport = { bytes: number; name: string; read: () => Readable }

/**
 * Opens an archive for its owner.
 * @throws Refusal NOT_FOUND, also for another person's and one that is not ready; GONE when its days are over
 */
export const openExport = async (
  deps: Pick<MyDataDeps, 'db' | 'exportsDir'>,
  { user_id }: Viewer,
  export_id: string,
): Promise<OpenExport> => {
  const found = await findExport(deps.db, export_id)
  if (found?.user_id !== user_id) throw new Refusal('NOT_FOUND')
  return opened(deps, found)
}

/** Opens the archive a mailed link brings. @throws Refusal BAD_TOKEN, GONE */
export const openArchive = async (deps: MyDataDeps, token: string): Promise<OpenExport> => {
  const export_id = rowOf(deps.secret, 'archive', token)
  if (!export_id) throw new Refusal('BAD_TOKEN')
  const found = await findExport(deps.db, export_id)
  if (!found) throw new Refusal('GONE')
  return opened(deps, found)
}

const opened = async (
  { exportsDir }: Pick<MyDataDeps, 'exportsDir'>,
  found: DataExport,
): Promise<OpenExport> => {
  if (found.status !== 'ready' || !found.expires_at) throw new Refusal('NOT_FOUND')
  const file = fileOf(exportsDir, found.id)
  const facts = await stat(file).catch(() => null)
  if (Date.parse(found.expires_at) < Date.now() || !facts) throw new Refusal('GONE')
  return {
    bytes: facts.size,
    name: `nollie-${found.asked_at.slice(0, 10)}.zip`,
    read: () => createReadStream(file),
  }
}

/** Removes archives whose days are over, and files that no archive belongs to any more (its account went). */
export const sweepExports = async ({
  db,
  exportsDir,
}: Pick<MyDataDeps, 'db' | 'exportsDir'>): Promise<void> => {
  await forgetOldExports(db)
  const files = (await readdir(exportsDir)).flatMap((name) => {
    const id = ID.exec(name)?.[1]
    return id ? [{ name, id }] : []
  })
  const stored = await selectStoredExports(
    db,
    files.map(({ id }) => id),
  )
  const rest = files.filter(({ id }) => !stored.has(id))
  if (rest.length === 0) return
  await whileNoBackup(db, async () => {
    for (const { name } of rest) await rm(path.join(exportsDir, name), { force: true })
  })
}
