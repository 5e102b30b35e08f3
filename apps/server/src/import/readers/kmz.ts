import { posix } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { StartRefused } from '../../platform/start-refused.ts'
import { decodeText } from './chunks.ts'
import { Placemarks, readKmlText, sayNoPlacemarks } from './kml.ts'
import type { RawRecord, SayNothing } from './raw-record.ts'

/** Maximum number of files per archive. Maps include a few images. */
const MAX_ENTRIES = 10_000
/**
 * Maximum number of unpacked bytes. Real maps are smaller. Files are streamed, so this limits time rather than memory.
 */
const MAX_BYTES = 2 * 1024 ** 3

type Maps = ReadonlyMap<string, Entry>

/** Returns a key for comparing file names in an archive, because some programs' links differ in case. */
function toKey(path: string): string {
  return posix.normalize(path).normalize('NFC').toLowerCase()
}

/** Returns the maps in an archive in order, by the key of each path. */
async function findMaps(zip: ZipFile, file: string): Promise<Maps> {
  const maps = new Map<string, Entry>()
  let count = 0
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > MAX_ENTRIES) throw new StartRefused(`${file} contains more than ${MAX_ENTRIES} files.`)
    const key = toKey(entry.fileName)
    // macOS adds such a file next to each file in an archive.
    if (key.endsWith('.kml') && !key.startsWith('__macosx/') && !maps.has(key)) maps.set(key, entry)
  }
  if (maps.size === 0) throw new StartRefused(`${file} contains no KML.`)
  return maps
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * Resolves a link to a file in the same archive; returns null for other links. Never reads the network or files outside
 * the archive, because it only compares paths inside the archive.
 */
function resolveLink(address: string, from: string, maps: Maps): string | null {
  const [path = ''] = address.replaceAll('\\', '/').split(/[?#]/)
  const candidates = [path, decode(path)].map((one) =>
    toKey(one.startsWith('/') ? one.slice(1) : posix.join(posix.dirname(from), one)),
  )
  return candidates.find((candidate) => maps.has(candidate)) ?? null
}

/** Reads an archive's maps, each only once. */
class ArchiveReader {
  readonly #zip: ZipFile
  readonly #maps: Maps
  readonly #file: string
  readonly #encoding: string | undefined
  readonly #read = new Set<string>()
  #bytes = 0
  /** The number of placemarks so far. `links` counts links to maps that aren't in the archive. */
  count = 0
  links = 0

  constructor(zip: ZipFile, maps: Maps, { file, encoding }: { file: string; encoding: string | undefined }) {
    this.#zip = zip
    this.#maps = maps
    this.#file = file
    this.#encoding = encoding
  }

  /** Reads the placemarks in a map and in the maps it links to, even if links form a cycle. */
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

  /** yauzl aborts entries that unpack to more bytes than the archive declares. */
  async #open(entry: Entry): Promise<AsyncIterable<Uint8Array>> {
    this.#bytes += entry.uncompressedSize
    if (this.#bytes > MAX_BYTES)
      throw new StartRefused(`${this.#file} is larger than ${MAX_BYTES / 1024 ** 3} GB when unpacked.`)
    return (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
  }
}

/**
 * Reads a KMZ file's placemarks, unpacking it in the process. Starts with `doc.kml` and follows its links to other maps
 * in the archive. If there is no `doc.kml`, or it leads to no placemarks, reads all maps.
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
