import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { DataExport, Viewer } from '@nollie/contract'
import { whileNoBackup } from '../../db/backup-lock.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { type JobKind, type JobRun, type Jobs, jobKind } from '../../platform/jobs/index.ts'
import type { Mailer } from '../../platform/mail/index.ts'
import { findEmail } from '../accounts/index.ts'
import { type FilesOf, writeArchive } from './archive.ts'
import { exportFailed, exportReady } from './export.mails.ts'
import {
  findExport,
  forgetOldExports,
  insertExport,
  markExportFailed,
  markExportReady,
  selectKeptExports,
} from './export.queries.ts'

/** What the parts of this module share. */
export type MyDataDeps = {
  db: Db
  jobs: Jobs
  mailer: Mailer
  publicUrl: URL
  /** Folder of the archives; made if missing. */
  exportsDir: string
  filesOf: FilesOf
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

/** Its outcome, to be mailed; the file does not wait for the mail server. */
export const EXPORT_MAIL: JobKind<{ user_id: string; ready: boolean }> = jobKind<{
  user_id: string
  ready: boolean
}>({
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

/** @throws Refusal IN_PROGRESS while another one is being made */
export const askForExport = ({ db, jobs }: MyDataDeps, { user_id }: Viewer): Promise<DataExport> =>
  db.transaction().execute(async (tx) => {
    const made = await insertExport(tx, user_id)
    if (!made) throw new Refusal('IN_PROGRESS', { detail: 'Your data is already being put together.' })
    await jobs.send(tx, EXPORT, { export_id: made.id })
    return made
  })

/** Makes an archive; the last try that fails says so to its owner. */
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
      const kept = await db.transaction().execute(async (tx) => {
        const ready = await markExportReady(tx, export_id, bytes)
        if (ready) await jobs.send(tx, EXPORT_MAIL, { user_id, ready })
        return ready
      })
      if (!kept) await rm(file, { force: true })
    } catch (problem) {
      if (!lastTry) throw problem
      await markExportFailed(db, export_id)
      await jobs.send(db, EXPORT_MAIL, { user_id, ready: false })
      throw problem
    }
  }

/** Mails the outcome. */
export const mailExport =
  ({ db, mailer, publicUrl }: MyDataDeps) =>
  async ({ id, data: { user_id, ready } }: JobRun<{ user_id: string; ready: boolean }>): Promise<void> => {
    const to = await findEmail(db, user_id)
    const url = new URL('/settings#data', publicUrl).href
    if (to) await mailer.send({ id, to, letter: ready ? exportReady(url) : exportFailed(url) })
  }

/** An archive as it is sent: its size and its bytes. */
export type OpenExport = { bytes: number; name: string; content: Readable }

/**
 * Opens an archive for its owner.
 * @throws Refusal NOT_FOUND, also for another person's and one that is not ready; GONE when its days are over
 */
export const openExport = async (
  { db, exportsDir }: Pick<MyDataDeps, 'db' | 'exportsDir'>,
  { user_id }: Viewer,
  export_id: string,
): Promise<OpenExport> => {
  const found = await findExport(db, export_id)
  if (found?.user_id !== user_id || found.status !== 'ready' || !found.expires_at)
    throw new Refusal('NOT_FOUND')
  const file = fileOf(exportsDir, export_id)
  const facts = await stat(file).catch(() => null)
  if (Date.parse(found.expires_at) < Date.now() || !facts) throw new Refusal('GONE')
  return {
    bytes: facts.size,
    name: `nollie-${found.asked_at.slice(0, 10)}.zip`,
    content: createReadStream(file),
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
  const kept = await selectKeptExports(
    db,
    files.map(({ id }) => id),
  )
  const rest = files.filter(({ id }) => !kept.has(id))
  if (rest.length === 0) return
  await whileNoBackup(db, async () => {
    for (const { name } of rest) await rm(path.join(exportsDir, name), { force: true })
  })
}
