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
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${file}.new`, file)
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
