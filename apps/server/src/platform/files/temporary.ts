import { mkdir, mkdtemp, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isNoSuchFile } from './file-store.ts'

const PREFIX = 'nollie-work-'

/** Creates a folder for temporary files, readable only by the server's user. The caller deletes it. */
export async function temporaryFolder(parent: string = tmpdir()): Promise<string> {
  return realpath(await mkdtemp(path.join(parent, PREFIX)))
}

/** Marks this folder as in use, so that other processes don't clean it up; recreates it if it was deleted. */
export async function renewFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await utimes(folder, new Date(), new Date())
}

/** Creates a folder inside a {@link temporaryFolder}, which is recreated if it was deleted. */
export async function folderIn(parent: string, prefix: string): Promise<string> {
  const make = () => mkdtemp(path.join(parent, prefix))
  return make().catch(async (error: unknown) => {
    if (!isNoSuchFile(error)) throw error
    await renewFolder(parent)
    return make()
  })
}

// Returns the most recent modification time of a folder and its contents, because writing to a file doesn't change its
// folder's time.
async function changedAt(folder: string): Promise<number> {
  const times = [folder, ...(await readdir(folder)).map((name) => path.join(folder, name))].map((one) =>
    stat(one).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  )
  return Math.max(...(await Promise.all(times)))
}

/** Deletes folders that killed processes left behind, if they haven't changed for the given time. */
export async function removeLeftFolders(olderThanMs: number, parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(parent, name)
    const facts = await stat(folder).catch(() => null)
    if (!facts || facts.uid !== process.getuid?.()) continue
    const isLeft = Date.now() - (await changedAt(folder).catch(() => Infinity)) > olderThanMs
    if (isLeft) await rm(folder, { recursive: true, force: true })
  }
}
