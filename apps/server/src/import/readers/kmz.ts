import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { StartRefused } from '../../platform/start-refused.ts'
import { textOf } from './chunks.ts'
import { readKmlText } from './kml.ts'
import type { RawRecord } from './raw-record.ts'

/** Files in an archive that are looked at; maps have some pictures. */
const MAX_ENTRIES = 10_000
/** A map that is larger once it is unpacked is no map. The reading is streamed: this bounds time, not memory. */
const MAX_BYTES = 2 * 1024 ** 3

/** The map in an archive: `doc.kml`, or else the first one. */
const mapIn = async (zip: ZipFile, file: string): Promise<Entry> => {
  let first: Entry | null = null
  let count = 0
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > MAX_ENTRIES) throw new StartRefused(`${file} holds more than ${MAX_ENTRIES} files.`)
    if (/^doc\.kml$/i.test(entry.fileName)) return entry
    if (/\.kml$/i.test(entry.fileName)) first ??= entry
  }
  if (!first) throw new StartRefused(`${file} holds no KML.`)
  return first
}

/** The placemarks of a KMZ file, which is unpacked while it is read. */
export async function* readKmz(file: string, encoding?: string): AsyncGenerator<RawRecord> {
  const refuse = (error: Error) =>
    error instanceof StartRefused ? error : new StartRefused(`${file} is not KMZ: ${error.message}`)
  const zip = await openPromise(file, { autoClose: false }).catch((error: Error) => {
    throw refuse(error)
  })
  try {
    const entry = await mapIn(zip, file)
    if (entry.uncompressedSize > MAX_BYTES)
      throw new StartRefused(`${file} is larger than ${MAX_BYTES / 1024 ** 3} GB once it is unpacked.`)
    // yauzl stops what unpacks to more bytes than the archive says.
    const bytes = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
    yield* readKmlText(textOf(bytes, encoding), file)
  } catch (error) {
    throw refuse(error as Error)
  } finally {
    zip.close()
  }
}
