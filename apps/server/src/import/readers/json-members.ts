import { StartRefused } from '../../platform/start-refused.ts'
import { MAX_ROW, type Piece } from './row-limit.ts'

/** A member of the file's top-level object, as text. Each item in a `features` list is a separate member. */
export type Member = { key: string; text: Piece }

type State = 'start' | 'key' | 'value' | 'item' | 'after item' | 'end'

/**
 * Splits a JSON object into its members, with only one in memory at a time. Members that are too long become null.
 * Doesn't check their content, because parsing each member finds any errors.
 */
class JsonCutter {
  #state: State = 'start'
  #key = ''
  #text: Piece = ''
  #depth = 0
  #inString = false
  #escaped = false
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  #broken(): StartRefused {
    return new StartRefused(`${this.#file} is not JSON, or is cut off.`)
  }

  #add(piece: string): void {
    if (this.#text !== null)
      this.#text = this.#text.length + piece.length > MAX_ROW ? null : this.#text + piece
  }

  #taken(): Piece {
    const text = this.#text
    this.#text = ''
    return text === null ? null : text.trim()
  }

  /** Yields the members that end in this chunk of text. */
  *take(chunk: string): Generator<Member> {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const mark = chunk[at] as string
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (mark === '\\') this.#escaped = true
        else if (mark === '"') this.#inString = false
        continue
      }
      if (mark === '"') this.#inString = true
      else if (this.#opens(mark)) from = at + 1
      else if ((mark === '}' || mark === ']') && this.#depth > 0) this.#depth -= 1
      else if (this.#depth === 0 && (mark === ',' || mark === ':' || mark === '}' || mark === ']')) {
        this.#add(chunk.slice(from, at))
        from = at + 1
        yield* this.#ended(mark)
      }
    }
    this.#add(chunk.slice(from))
  }

  /** Whether a bracket opens the top-level object or its list. These brackets aren't part of any member. */
  #opens(mark: string): boolean {
    if (mark !== '{' && mark !== '[') return false
    if (this.#state === 'start') {
      if (mark === '[') throw new StartRefused(`${this.#file} contains no GeoJSON features.`)
      this.#state = 'key'
    } else if (this.#state === 'value' && mark === '[' && this.#depth === 0 && this.#key === 'features') {
      this.#state = 'item'
    } else {
      this.#depth += 1
      return false
    }
    this.#text = ''
    return true
  }

  *#ended(mark: string): Generator<Member> {
    const text = this.#taken()
    if (this.#state === 'key' && mark === ':') {
      this.#key = text === null ? '' : this.#nameIn(text)
      this.#state = 'value'
    } else if (this.#state === 'key' && mark === '}' && text === '') this.#state = 'end'
    else if (this.#state === 'value' && (mark === ',' || mark === '}')) {
      this.#state = mark === ',' ? 'key' : 'end'
      yield { key: this.#key, text }
    } else if (this.#state === 'item' && (mark === ',' || mark === ']')) {
      if (mark === ']') this.#state = 'after item'
      // An empty list yields one empty item, which shows that the list exists.
      yield { key: this.#key, text }
    } else if (this.#state === 'after item' && (mark === ',' || mark === '}') && text === '')
      this.#state = mark === ',' ? 'key' : 'end'
    else throw this.#broken()
  }

  #nameIn(text: string): string {
    try {
      return String(JSON.parse(text))
    } catch {
      throw this.#broken()
    }
  }

  /** @throws StartRefused if the object is incomplete, or if anything follows it */
  end(): void {
    if (this.#state !== 'end' || this.#taken() !== '') throw this.#broken()
  }
}

/**
 * Yields the members of a file's top-level JSON object one at a time.
 * @throws StartRefused if the file isn't a JSON object
 */
export async function* readTopLevel(chunks: AsyncIterable<string>, file: string): AsyncGenerator<Member> {
  const cutter = new JsonCutter(file)
  for await (const chunk of chunks) yield* cutter.take(chunk)
  cutter.end()
}
