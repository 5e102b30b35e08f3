import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** The SHA-256 hash and length of some content. */
export type Digest = { sha256: string; bytes: number }

/**
 * Returns a stream that passes content through unchanged. When it ends, call `digest()` once to get the digest of
 * everything that passed through.
 */
export function hashing(): { stream: Transform; digest: () => Digest } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform: (part: Buffer, _encoding, done) => {
      hash.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  return { stream, digest: () => ({ sha256: hash.digest('hex'), bytes }) }
}

/** Reads content to its end and returns its digest. */
export async function digestContent(content: AsyncIterable<Buffer>): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of content) {
    hash.update(part)
    bytes += part.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
