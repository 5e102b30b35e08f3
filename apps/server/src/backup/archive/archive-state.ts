import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { archiveFolder } from './archive-layout.ts'

/** The archive's state, which is rewritten after every round. */
export type ArchiveState = {
  checked_at: string
  /** Why archiving stopped, as a sentence for the operator; null if there's no problem. */
  error: string | null
  /** The time range that can be restored. */
  from: string | null
  until: string | null
  /** The total size of base backups and WAL, in bytes. */
  bytes: number
}

function buildStatePath(dataDir: string) {
  return path.join(archiveFolder(dataDir), 'state.json')
}

/** Reads the state after the last round; null if there was none. */
export async function readArchiveState(dataDir: string): Promise<ArchiveState | null> {
  return readFile(buildStatePath(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as ArchiveState,
    () => null,
  )
}

/** Stores the state. It's only informational; a restore doesn't read it. */
export async function writeArchiveState(dataDir: string, state: ArchiveState): Promise<void> {
  const file = buildStatePath(dataDir)
  const text = JSON.stringify(state)
  try {
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  } catch {
    // On a full disk or in a folder that isn't writable, the file that is there can often still be overwritten.
    await writeFile(file, text, { mode: 0o600 })
  }
}

/** A round can take this long, because it may copy the whole database. */
const LONGEST_ROUND_MS = 3_600_000

/**
 * Explains why archiving stopped; null if it didn't. A round that can't even store its state leaves the state of an earlier
 * one, without an error.
 * @param startedAt when this process started, in milliseconds; rounds between two starts aren't expected
 */
export function explainStop(state: ArchiveState | null, now: number, startedAt: number): string | null {
  if (!state) return null
  const last = Math.max(Date.parse(state.checked_at), startedAt)
  return state.error ?? (now - last > LONGEST_ROUND_MS ? `no round ended since ${state.checked_at}` : null)
}

/** Deletes the state, because archiving is off. */
export function clearArchiveState(dataDir: string): Promise<void> {
  return rm(buildStatePath(dataDir), { force: true })
}

/** The result of the last `npm run verify`. */
export type Verified = { at: string; kind: 'file' | 'point in time'; ok: boolean; detail: string }

function verifiedFile(dataDir: string) {
  return path.join(archiveFolder(dataDir), 'verified.json')
}

/** Reads the last verification; null if there was none. */
export async function readVerified(dataDir: string): Promise<Verified | null> {
  return readFile(verifiedFile(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as Verified,
    () => null,
  )
}

/** Stores a verification's result. */
export async function writeVerified(dataDir: string, verified: Verified): Promise<void> {
  await mkdir(archiveFolder(dataDir), { recursive: true, mode: 0o700 })
  await writeFile(verifiedFile(dataDir), JSON.stringify(verified), { mode: 0o600 })
}
