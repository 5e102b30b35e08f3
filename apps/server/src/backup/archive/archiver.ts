import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../../db/open.ts'
import { measureDisk } from '../../platform/files/index.ts'
import type { Log } from '../../platform/log.ts'
import {
  type Admin,
  advanceSlot,
  connectAdmin,
  createSlot,
  dropSlot,
  type LogState,
  type Slot,
  selectLogState,
} from './archive.queries.ts'
import { makeBase } from './base-backup.ts'
import {
  archiveFolder,
  baseFolder,
  listBases,
  LINE,
  listLines,
  makeLineName,
  storeUntil,
  walFolder,
} from './archive-layout.ts'
import { selectKnownKeys, selectReadyKeys } from './media.queries.ts'
import { MediaLinks } from './media-links.ts'
import { applyRetention, getLimit, type Retention } from './retention.ts'
import { ARCHIVE_SCHEDULE } from './archive-schedule.ts'
import { type ArchiveState, writeArchiveState } from './archive-state.ts'
import { removeTemporary } from './stored-file.ts'
import { readStoredLog, storePartial, storeSegment } from './stored-log.ts'

/** The archiver's dependencies. */
export type ArchiverDeps = {
  dataDir: string
  adminUrl: string
  db: Db
  log: Log
  retention: Retention
  /** Overrides for {@link ARCHIVE_SCHEDULE}. */
  schedule?: Partial<typeof ARCHIVE_SCHEDULE>
}

const OVERLAP_MS = 60_000
const KEYS_AT_ONCE = 500

/**
 * Archives the embedded database's WAL, bases, and links to media in rounds. An error is logged once, and the work is
 * retried in the next round; errors never affect requests.
 */
export class Archiver {
  readonly #deps: ArchiverDeps
  readonly #times: typeof ARCHIVE_SCHEDULE
  readonly #archive: string
  readonly #links: MediaLinks
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = false
  #lastError: string | null = null
  #lastFlushed: bigint | null = null
  #mediaSince: Date | null = null
  #sweptAt = 0

  constructor(deps: ArchiverDeps) {
    this.#deps = deps
    this.#times = { ...ARCHIVE_SCHEDULE, ...deps.schedule }
    this.#archive = archiveFolder(deps.dataDir)
    this.#links = new MediaLinks(this.#archive, deps.dataDir)
  }

  start(): void {
    this.#schedule(this.#times.firstAfterSeconds)
  }

  #schedule(seconds: number): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      void this.round().then(() => this.#schedule(this.#times.everySeconds))
    }, seconds * 1000)
    this.#timer.unref()
  }

  /** Stops after the current round. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Runs one round; never rejects. */
  round(): Promise<void> {
    this.#running = this.#running.then(() => this.#try())
    return this.#running
  }

  async #try(): Promise<void> {
    const { log, dataDir } = this.#deps
    try {
      const state = await this.#work()
      if (this.#lastError !== null) log.info('point-in-time backups resumed')
      this.#lastError = null
      await writeArchiveState(dataDir, { ...state, error: null })
    } catch (error) {
      const message = readable(error)
      if (message !== this.#lastError) log.error({ err: error }, `point-in-time backups stopped: ${message}`)
      this.#lastError = message
      const state = { checked_at: new Date().toISOString(), from: null, until: null, bytes: 0 }
      await writeArchiveState(dataDir, {
        ...state,
        ...(await this.#range().catch(() => ({}))),
        error: message,
      }).catch(() => {})
    }
  }

  async #work(): Promise<Omit<ArchiveState, 'error'>> {
    await mkdir(this.#archive, { recursive: true, mode: 0o700 })
    const admin = await connectAdmin(this.#deps.adminUrl)
    try {
      const state = await selectLogState(admin)
      await this.#requireSpace(admin, state)
      const line = await this.#resolveLine(admin, state)
      await this.#archiveLog(admin, line)
      await this.#archiveBase(admin, line)
      await this.#archiveMedia()
      const bytes = await this.#sweep(line)
      return { checked_at: new Date().toISOString(), ...(await this.#range()), bytes }
    } finally {
      await admin.end().catch(() => {})
    }
  }

  async #range(): Promise<Pick<ArchiveState, 'from' | 'until'>> {
    for (const line of await listLines(this.#archive)) {
      const first = (await listBases(this.#archive, line))[0]
      if (first) return { from: first.facts.ended_at, until: this.#until?.toISOString() ?? null }
    }
    return { from: null, until: null }
  }
  #until: Date | null = null

  /** Stops archiving if space is low: a full disk affects people, but a missing backup doesn't. */
  async #requireSpace(admin: Admin, { slots }: LogState): Promise<void> {
    const { free } = await measureDisk(this.#archive)
    if (free >= this.#times.minFreeBytes) return
    for (const { line } of slots) await dropSlot(admin, line)
    throw new Error(
      `the disk of ${this.#archive} has less than ${Math.round(this.#times.minFreeBytes / 1024 ** 2)} MB left`,
    )
  }

  /** Returns the current line; starts a new one if there is none, or if the WAL has a gap. */
  async #resolveLine(admin: Admin, { slots, segments }: LogState): Promise<string> {
    let current: Slot | undefined
    for (const slot of slots) {
      if (!current && (await this.#continues(slot, segments.timeline))) current = slot
      else await dropSlot(admin, slot.line)
    }
    if (current) return current.line
    const line = makeLineName()
    this.#lastFlushed = null
    await mkdir(walFolder(this.#archive, line), { recursive: true, mode: 0o700 })
    await mkdir(baseFolder(this.#archive, line), { recursive: true, mode: 0o700 })
    await createSlot(admin, line)
    return line
  }

  async #continues({ line, isLost, restart }: Slot, timeline: number): Promise<boolean> {
    if (isLost || restart === null || !LINE.test(line) || !existsSync(walFolder(this.#archive, line)))
      return false
    const first = (await listBases(this.#archive, line))[0]
    return !first || first.facts.timeline === timeline
  }

  #target(line: string, { segments }: LogState) {
    return { archive: this.#archive, line, cluster: this.#cluster(), segments }
  }

  #cluster(): string {
    return path.join(this.#deps.dataDir, 'postgres', 'cluster')
  }

  async #archiveLog(admin: Admin, line: string): Promise<void> {
    const folder = walFolder(this.#archive, line)
    await removeTemporary(folder)
    const state = await selectLogState(admin)
    const { segments, flushed, slots, now } = state
    const target = this.#target(line, state)
    const slot = slots.find((one) => one.line === line)
    const last = (await readStoredLog(this.#archive, line)).whole.at(-1)
    let next = last ? segments.number(last.name) + 1n : segments.at(slot?.restart ?? flushed)
    for (; segments.start(next + 1n) <= flushed; next += 1n) {
      await storeSegment(target, next)
      await advanceSlot(admin, line, segments.start(next + 1n))
    }
    if (flushed !== this.#lastFlushed) await storePartial(target, flushed)
    this.#lastFlushed = flushed
    this.#until = now
    await storeUntil(this.#archive, line, now)
  }

  async #archiveBase(admin: Admin, line: string): Promise<void> {
    const { dataDir, log } = this.#deps
    const last = (await listBases(this.#archive, line)).at(-1)
    const age = last ? Date.now() - Date.parse(last.facts.ended_at) : Infinity
    if (age < this.#times.baseEverySeconds * 1000) return
    await removeTemporary(baseFolder(this.#archive, line))
    const beside = {
      password: path.join(dataDir, 'postgres', 'password'),
      secret: path.join(dataDir, 'secret'),
    }
    const facts = await makeBase({
      admin,
      state: await selectLogState(admin),
      archive: this.#archive,
      line,
      cluster: this.#cluster(),
      beside: Object.fromEntries(Object.entries(beside).filter(([, file]) => existsSync(file))),
    })
    log.info(
      `backed up the database (${Math.ceil(facts.files_bytes / 1024 ** 2)} MB); it can be restored to any time from now on`,
    )
    await this.#archiveLog(admin, line)
  }

  async #archiveMedia(): Promise<void> {
    const begun = new Date()
    for (const key of await selectReadyKeys(this.#deps.db, this.#mediaSince)) {
      if (this.#isStopped) return
      await this.#links.add(key)
    }
    this.#mediaSince = new Date(begun.getTime() - OVERLAP_MS)
  }

  async #sweep(line: string): Promise<number> {
    const { retention, db } = this.#deps
    const now = new Date()
    const bytes = await applyRetention(this.#archive, line, retention, now)
    if (now.getTime() - this.#sweptAt < this.#times.sweepEverySeconds * 1000) return bytes
    this.#sweptAt = now.getTime()
    const retire = async (keys: string[]) => {
      if (keys.length === 0) return
      const known = await selectKnownKeys(db, keys)
      for (const key of keys)
        await (known.has(key) ? this.#links.revive(key) : this.#links.retire(key, getLimit(retention, now)))
    }
    const keys: string[] = []
    for await (const key of this.#links.keys()) {
      keys.push(key)
      if (keys.length === KEYS_AT_ONCE) await retire(keys.splice(0))
    }
    await retire(keys)
    return bytes
  }
}

function readable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === '53100') return 'the disk is full'
  return message ?? String(error)
}

/** Lets the database remove WAL that it retained for archiving during an earlier run. */
export async function releaseLog(adminUrl: string): Promise<void> {
  const admin = await connectAdmin(adminUrl)
  try {
    for (const { line } of (await selectLogState(admin)).slots) await dropSlot(admin, line)
  } finally {
    await admin.end()
  }
}
