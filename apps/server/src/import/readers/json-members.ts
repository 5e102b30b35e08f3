import { StartRefused } from '../../platform/start-refused.ts'
import { MAX_ROW, type Piece } from '../tables/row-limit.ts'

/** A member of the object that a file is, as text; each item of a list `features` is one. */
export type Member = { key: string; text: Piece }

type State = 'start' | 'key' | 'value' | 'item' | 'after item' | 'end'

/**
 * Splits a JSON object into its members, holding only one of them in memory. Texts that are too long are null. Their
 * content is not checked, because the parser of each text finds errors in it.
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
    return new StartRefused(`${this.#file} is not JSON, or its end is missing.`)
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

  /** The members that end in a piece of the text. */
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

  /** Whether a bracket opens the object or its list, which belong to no text. */
  #opens(mark: string): boolean {
    if (mark !== '{' && mark !== '[') return false
    if (this.#state === 'start') {
      if (mark === '[') throw new StartRefused(`${this.#file} holds no GeoJSON features.`)
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
      // An empty list has one empty item, by which the list is known.
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

  /** @throws StartRefused if the object has not ended, or if there is anything after it */
  end(): void {
    if (this.#state !== 'end' || this.#taken() !== '') throw this.#broken()
  }
}

/**
 * The members of the object that a file is, one after another.
 * @throws StartRefused for a file that is no object of JSON
 */
export async function* readTopLevel(chunks: AsyncIterable<string>, file: string): AsyncGenerator<Member> {
  const cutter = new JsonCutter(file)
  for await (const chunk of chunks) yield* cutter.take(chunk)
  cutter.end()
}
