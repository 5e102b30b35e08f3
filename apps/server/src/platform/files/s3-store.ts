import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import {
  type ByteRange,
  type Content,
  type FileFacts,
  type FileStore,
  isNoSuchFile,
  isStoreFile,
  isStoreKey,
  requireStoreKey,
  splitName,
} from './file-store.ts'
import { call, type S3Figures, WrongAnswer } from './s3-client.ts'

/** Number of bytes per download request, small enough that a slow reader never occupies a connection to the store. */
const PIECE = 1024 * 1024
/** Maximum number of entries in the metadata cache, which works because a name's content never changes. */
const MAX_FACTS = 20_000

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  zip: 'application/zip',
}

type Known = FileFacts & { etag: string | undefined }

function getType(file: string): string {
  return TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}

async function md5Of(content: Content): Promise<{ size: number; md5: Buffer }> {
  const hash = createHash('md5')
  if (!('path' in content)) return { size: content.length, md5: hash.update(content).digest() }
  for await (const part of createReadStream(content.path)) hash.update(part as Buffer)
  return { size: (await stat(content.path)).size, md5: hash.digest() }
}

// The ETag of an object sent in one part is the MD5 of its content, unless a key service encrypts it.
function requireEtag({ ETag, ServerSideEncryption }: PutObjectCommandOutput, md5: Buffer): void {
  if (ServerSideEncryption?.startsWith('aws:kms')) return
  if (ETag?.replaceAll('"', '').toLowerCase() !== md5.toString('hex'))
    throw new WrongAnswer(`the store received different content (ETag ${ETag})`)
}

/**
 * Stores files in an S3 bucket as `<area>/<key>/<file>`. The store checks the MD5 of uploads; this class checks the
 * store's response, and the length of downloads. Each call is attempted three times.
 */
export class S3Store implements FileStore {
  readonly #client: S3Client
  readonly #figures: S3Figures
  readonly #bucket: string
  readonly #area: string
  readonly #facts = new Map<string, Known>()

  constructor(client: S3Client, figures: S3Figures, { bucket, area }: { bucket: string; area: string }) {
    this.#client = client
    this.#figures = figures
    this.#bucket = bucket
    this.#area = area
  }

  #object(name: string) {
    const { key, file } = splitName(name)
    return { Bucket: this.#bucket, Key: `${this.#area}/${key}/${file}` }
  }

  async put(name: string, content: Content): Promise<number> {
    const object = this.#object(name)
    const { size, md5 } = await md5Of(content)
    await call(this.#figures, {
      what: 'store',
      name,
      bytes: size,
      attempt: async (abortSignal) => {
        const stream = 'path' in content ? createReadStream(content.path) : null
        const sending = this.#client.send(
          new PutObjectCommand({
            ...object,
            Body: stream ?? (content as Uint8Array),
            ContentLength: size,
            ContentMD5: md5.toString('base64'),
            ContentType: getType(name),
            CacheControl: 'public, max-age=31536000, immutable',
          }),
          { abortSignal },
        )
        requireEtag(await sending.finally(() => stream?.destroy()), md5)
      },
    })
    this.#facts.delete(name)
    return size
  }

  async #known(name: string): Promise<Known> {
    const remembered = this.#facts.get(name)
    if (remembered) return remembered
    const object = this.#object(name)
    const { ContentLength, LastModified, ETag } = await call(this.#figures, {
      what: 'find',
      name,
      attempt: (abortSignal) => this.#client.send(new HeadObjectCommand(object), { abortSignal }),
    })
    const known = { size: ContentLength ?? 0, modified: LastModified ?? new Date(0), etag: ETag }
    this.#facts.set(name, known)
    for (const oldest of this.#facts.keys()) {
      if (this.#facts.size <= MAX_FACTS) break
      this.#facts.delete(oldest)
    }
    return known
  }

  async stat(name: string): Promise<FileFacts | null> {
    try {
      const { size, modified } = await this.#known(name)
      return { size, modified }
    } catch (error) {
      if (isNoSuchFile(error)) return null
      throw error
    }
  }

  // Reads one complete part; requests it again if the response is truncated.
  #piece(name: string, { start, end }: ByteRange, etag: string | undefined): Promise<Uint8Array> {
    const object = this.#object(name)
    const bytes = end - start + 1
    return call(this.#figures, {
      what: 'read',
      name,
      bytes,
      attempt: async (abortSignal) => {
        const answer = await this.#client.send(
          new GetObjectCommand({ ...object, Range: `bytes=${start}-${end}`, ...(etag && { IfMatch: etag }) }),
          { abortSignal },
        )
        const content = await answer.Body?.transformToByteArray()
        if (content?.length !== bytes) throw new WrongAnswer(`${content?.length} of ${bytes} bytes arrived`)
        return content
      },
    })
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    const { size, etag } = await this.#known(name)
    const from = range?.start ?? 0
    const last = Math.min(range?.end ?? size - 1, size - 1)
    if (last < from) return Readable.from([])
    const piece = (start: number) =>
      this.#piece(name, { start, end: Math.min(start + PIECE - 1, last) }, etag)
    let first: Uint8Array
    try {
      first = await piece(from)
    } catch (error) {
      this.#facts.delete(name)
      throw error
    }
    const pieces = async function* () {
      yield first
      for (let start = from + first.length; start <= last; start += PIECE) yield await piece(start)
    }
    return Readable.from(pieces(), { objectMode: false })
  }

  async *#list(prefix: string, delimiter?: string) {
    let token: string | undefined
    do {
      const page = await call(this.#figures, {
        what: 'list',
        name: prefix,
        attempt: (abortSignal) =>
          this.#client.send(
            new ListObjectsV2Command({
              Bucket: this.#bucket,
              Prefix: prefix,
              ...(delimiter && { Delimiter: delimiter }),
              ...(token && { ContinuationToken: token }),
            }),
            { abortSignal },
          ),
      })
      yield page
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  async files(key: string): Promise<string[]> {
    const prefix = `${this.#area}/${requireStoreKey(key)}/`
    const found: string[] = []
    for await (const { Contents = [] } of this.#list(prefix))
      for (const { Key = '' } of Contents) {
        const file = Key.slice(prefix.length)
        if (isStoreFile(file)) found.push(`${key}/${file}`)
      }
    return found.sort()
  }

  async remove(name: string): Promise<void> {
    const object = this.#object(name)
    this.#facts.delete(name)
    await call(this.#figures, {
      what: 'delete',
      name,
      attempt: (abortSignal) => this.#client.send(new DeleteObjectCommand(object), { abortSignal }),
    }).catch((error: unknown) => {
      if (!isNoSuchFile(error)) throw error
    })
  }

  async removeKey(key: string): Promise<void> {
    for (const name of await this.files(key)) await this.remove(name)
  }

  async *keys() {
    const prefix = `${this.#area}/`
    for await (const { CommonPrefixes = [] } of this.#list(prefix, '/'))
      for (const { Prefix = '' } of CommonPrefixes) {
        const key = Prefix.slice(prefix.length, -1)
        if (isStoreKey(key)) yield key
      }
  }

  async check(): Promise<void> {
    await call(this.#figures, {
      what: 'list',
      name: `the bucket ${this.#bucket}`,
      attempt: (abortSignal) =>
        this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: 'check/', MaxKeys: 1 }), {
          abortSignal,
        }),
    })
  }

  /** Does nothing: objects appear completely or not at all, so killed writers leave nothing behind. */
  removeTemporary(): Promise<number> {
    return Promise.resolve(0)
  }
}
