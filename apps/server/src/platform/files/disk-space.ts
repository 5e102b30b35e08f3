import { statfs } from 'node:fs/promises'

/** Measures the disk that contains a folder, in bytes. `free` is what the current user can still write. */
export async function measureDisk(folder: string): Promise<{ size: number; free: number }> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}
