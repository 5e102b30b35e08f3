import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Writes a zip archive with the given text files. */
export async function writeZip(path: string, files: Record<string, string>): Promise<void> {
  const zip = new ZipFile()
  for (const [entry, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), entry)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
