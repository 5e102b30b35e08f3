import { mkdir, mkdtemp, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isNoSuchFile } from './file-store.ts'

const PREFIX = 'nollie-work-'

/** Makes a folder for temporary files, readable by the server's user alone. Whoever makes it removes it. */
export const temporaryFolder = async (parent: string = tmpdir()): Promise<string> =>
  realpath(await mkdtemp(path.join(parent, PREFIX)))

/** Says to the collectors of other processes that this folder is in use; makes it again if it was removed. */
export const renewFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await utimes(folder, new Date(), new Date())
}

/** Makes a folder in one of {@link temporaryFolder}, which is made again if it was removed. */
export const folderIn = async (parent: string, prefix: string): Promise<string> => {
  const make = () => mkdtemp(path.join(parent, prefix))
  return make().catch(async (error: unknown) => {
    if (!isNoSuchFile(error)) throw error
    await renewFolder(parent)
    return make()
  })
}

// The newest of a folder and what is in it: one file that is written for long does not change its folder.
const changedAt = async (folder: string): Promise<number> => {
  const times = [folder, ...(await readdir(folder)).map((name) => path.join(folder, name))].map((one) =>
    stat(one).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  )
  return Math.max(...(await Promise.all(times)))
}

/** Removes folders of {@link temporaryFolder} whose process was killed: those where nothing changed for so long. */
export const removeLeftFolders = async (olderThanMs: number, parent: string = tmpdir()): Promise<void> => {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(parent, name)
    const facts = await stat(folder).catch(() => null)
    if (!facts || facts.uid !== process.getuid?.()) continue
    const isLeft = Date.now() - (await changedAt(folder).catch(() => Infinity)) > olderThanMs
    if (isLeft) await rm(folder, { recursive: true, force: true })
  }
}
