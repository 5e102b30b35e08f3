import { MAX_ROW, type Piece } from './row-limit.ts'

const QUOTE = 34
const BACKSLASH = 92
const OPEN = 123
const CLOSE = 125

/**
 * Yields the text of each object in a JSON list, regardless of line breaks. Yields null for an object that is too long.
 * Ignores any text between objects.
 */
export async function* readJsonObjects(chunks: AsyncIterable<string>): AsyncGenerator<Piece> {
  let depth = 0
  let inString = false
  let escaped = false
  let text: Piece = ''
  const add = (piece: string) => {
    if (text !== null) text = text.length + piece.length > MAX_ROW ? null : text + piece
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (inString) {
        if (escaped) escaped = false
        else if (code === BACKSLASH) escaped = true
        else if (code === QUOTE) inString = false
        continue
      }
      if (code === QUOTE) inString = depth > 0
      else if (code === OPEN) {
        if (depth === 0) {
          text = ''
          start = at
        }
        depth += 1
      } else if (code === CLOSE && depth > 0) {
        depth -= 1
        if (depth > 0) continue
        add(chunk.slice(start, at + 1))
        yield text
        text = ''
      }
    }
    if (depth > 0) add(chunk.slice(start))
  }
  if (depth > 0) yield text
}

/** Yields a file's lines, or null for a line that is too long. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<Piece> {
  let text: Piece = ''
  for await (const chunk of chunks) {
    const parts = chunk.split('\n')
    for (const [i, part] of parts.entries()) {
      if (i > 0) {
        yield text
        text = ''
      }
      if (text !== null) text = text.length + part.length > MAX_ROW ? null : text + part
    }
  }
  yield text
}
