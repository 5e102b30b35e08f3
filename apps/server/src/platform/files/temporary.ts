import { mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'nollie-work-'

/** Makes a folder for temporary files, readable by the server's user alone. Whoever makes it removes it. */
export const temporaryFolder = async (parent: string = tmpdir()): Promise<string> =>
  realpath(await mkdtemp(path.join(parent, PREFIX)))

/** Removes folders of {@link temporaryFolder} whose process was killed: those nothing was added to for so long. */
export const removeLeftFolders = async (olderThanMs: number, parent: string = tmpdir()): Promise<void> => {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(parent, name)
    const facts = await stat(folder).catch(() => null)
    const isLeft = facts && Date.now() - facts.mtimeMs > olderThanMs && facts.uid === process.getuid?.()
    if (isLeft) await rm(folder, { recursive: true, force: true })
  }
}
