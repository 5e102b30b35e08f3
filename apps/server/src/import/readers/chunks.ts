import { TextDecoder } from 'node:util'
import { createReadStream } from 'node:fs'
import { StartRefused } from '../../platform/start-refused.ts'

const MARKS: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new StartRefused(`"${encoding}" is an unknown encoding. Try windows-1252 or utf-16le.`)
  }
}

/** Detects the encoding from a file's first bytes: a byte order mark, or the encoding in XML's first line. */
function encodingIn(start: Uint8Array): string | null {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => start[at] === byte))
  if (marked) return marked[1]
  const line = new TextDecoder('latin1').decode(start.subarray(0, 200))
  return /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(line)?.[1] ?? null
}

/**
 * Decodes bytes in chunks. Invalid bytes become U+FFFD, and records that contain it are refused later.
 * @throws StartRefused for an unknown encoding
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  for await (const chunk of bytes) {
    decoder ??= createDecoder(encodingIn(chunk) ?? encoding ?? 'utf-8')
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

/** Reads a file's text in chunks. */
export function readText(file: string, encoding: string | undefined): AsyncGenerator<string> {
  return decodeText(createReadStream(file) as AsyncIterable<Uint8Array>, encoding)
}
