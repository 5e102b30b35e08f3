import { posix } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { StartRefused } from '../../platform/start-refused.ts'
import { decodeText } from './chunks.ts'
import { Placemarks, readKmlText, sayNoPlacemarks } from './kml.ts'
import type { RawRecord, SayNothing } from './raw-record.ts'

/** Maximum files in an archive that are read; maps include a few images. */
const MAX_ENTRIES = 10_000
/** Maps that are larger once they are unpacked are no maps. The reading is streamed: this bounds time, not memory. */
const MAX_BYTES = 2 * 1024 ** 3

type Maps = ReadonlyMap<string, Entry>

/** The key for comparing an archive's file names, because some programs link to them in a different case. */
const toKey = (path: string): string => posix.normalize(path).normalize('NFC').toLowerCase()

/** The maps in an archive, by the key of their path, in order. */
const findMaps = async (zip: ZipFile, file: string): Promise<Maps> => {
  const maps = new Map<string, Entry>()
  let count = 0
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > MAX_ENTRIES) throw new StartRefused(`${file} holds more than ${MAX_ENTRIES} files.`)
    const key = toKey(entry.fileName)
    // Files that macOS adds next to each file in an archive.
    if (key.endsWith('.kml') && !key.startsWith('__macosx/') && !maps.has(key)) maps.set(key, entry)
  }
  if (maps.size === 0) throw new StartRefused(`${file} holds no KML.`)
  return maps
}

const decode = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * Resolves a link to a file in the same archive; null for others. The network and files outside the archive are never
 * read, because only paths inside the archive are compared.
 */
const resolveLink = (address: string, from: string, maps: Maps): string | null => {
  const [path = ''] = address.replaceAll('\\', '/').split(/[?#]/)
  const candidates = [path, decode(path)].map((one) =>
    toKey(one.startsWith('/') ? one.slice(1) : posix.join(posix.dirname(from), one)),
  )
  return candidates.find((candidate) => maps.has(candidate)) ?? null
}

/** Reads the maps in one archive, each once. */
class ArchiveReader {
  readonly #zip: ZipFile
  readonly #maps: Maps
  readonly #file: string
  readonly #encoding: string | undefined
  readonly #read = new Set<string>()
  #bytes = 0
  /** Placemarks, and links that lead to no map of the archive. */
  count = 0
  links = 0

  constructor(zip: ZipFile, maps: Maps, { file, encoding }: { file: string; encoding: string | undefined }) {
    this.#zip = zip
    this.#maps = maps
    this.#file = file
    this.#encoding = encoding
  }

  /** The placemarks of a map and of those to which it links, also in circles. */
  async *follow(start: string): AsyncGenerator<RawRecord> {
    const queue = [start]
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const entry = this.#maps.get(key)
      if (!entry || this.#read.has(key)) continue
      this.#read.add(key)
      const marks = new Placemarks(this.#maps.size > 1 ? entry.fileName : '')
      yield* readKmlText(decodeText(await this.#open(entry), this.#encoding), this.#file, marks)
      this.count += marks.count
      for (const link of marks.links) {
        const target = resolveLink(link, key, this.#maps)
        if (target === null) this.links += 1
        else queue.push(target)
      }
    }
  }

  /** yauzl stops entries that unpack to more bytes than the archive declares. */
  async #open(entry: Entry): Promise<AsyncIterable<Uint8Array>> {
    this.#bytes += entry.uncompressedSize
    if (this.#bytes > MAX_BYTES)
      throw new StartRefused(`${this.#file} is larger than ${MAX_BYTES / 1024 ** 3} GB once it is unpacked.`)
    return (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
  }
}

/**
 * The placemarks of a KMZ file, which is unpacked while it is read: of its `doc.kml` and the maps of the archive to
 * which that links. Without a `doc.kml`, or where that leads to no placemark, all maps are read.
 */
export async function* readKmz(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  const refuse = (error: Error) =>
    error instanceof StartRefused ? error : new StartRefused(`${file} is not KMZ: ${error.message}`)
  const zip = await openPromise(file, { autoClose: false }).catch((error: Error) => {
    throw refuse(error)
  })
  try {
    const maps = await findMaps(zip, file)
    const reader = new ArchiveReader(zip, maps, { file, encoding })
    const main = [...maps.keys()].find((key) => key === 'doc.kml')
    if (main !== undefined) yield* reader.follow(main)
    if (reader.count === 0) for (const key of maps.keys()) yield* reader.follow(key)
    if (reader.count === 0) sayNothing(sayNoPlacemarks(reader.links))
  } catch (error) {
    throw refuse(error as Error)
  } finally {
    zip.close()
  }
}
