import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** SHA-256 and length of some content. */
export type Digest = { sha256: string; bytes: number }

/**
 * A stream that passes content through unchanged. Call `digest()` once at its end to get the digest of everything that
 * passed.
 */
export const hashing = (): { stream: Transform; digest: () => Digest } => {
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

/** The digest of content, which is read to its end. */
export const digestContent = async (content: AsyncIterable<Buffer>): Promise<Digest> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of content) {
    hash.update(part)
    bytes += part.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
