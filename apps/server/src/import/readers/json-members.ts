import { StartRefused } from '../../platform/start-refused.ts'
import { MAX_ROW, type Piece } from './row-limit.ts'

/**
 * A member of the file's top-level object, as text. Each item of the list that is read is a separate member, and so is
 * each item of a file that is a list; their key is then empty.
 */
export type Member = {
  key: string
  text: Piece
  /** The beginning, even if the text is too long. */
  head: string
}

const HEAD_LENGTH = 20

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
  #head = ''
  #isList = false
  readonly #file: string
  /** The key of the list whose items are separate members. */
  readonly #list: string

  constructor(file: string, list: string) {
    this.#file = file
    this.#list = list
  }

  #broken(): StartRefused {
    return new StartRefused(`${this.#file} is not JSON, or is cut off.`)
  }

  #add(piece: string): void {
    if (this.#head.length < HEAD_LENGTH)
      this.#head = `${this.#head}${piece.slice(0, 2 * HEAD_LENGTH)}`.trimStart().slice(0, HEAD_LENGTH)
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
      this.#isList = mark === '['
      this.#state = this.#isList ? 'item' : 'key'
    } else if (this.#state === 'value' && mark === '[' && this.#depth === 0 && this.#key === this.#list) {
      this.#state = 'item'
    } else {
      this.#depth += 1
      return false
    }
    this.#text = ''
    this.#head = ''
    return true
  }

  *#ended(mark: string): Generator<Member> {
    const head = this.#head
    const text = this.#taken()
    this.#head = ''
    if (this.#state === 'key' && mark === ':') {
      this.#key = text === null ? '' : this.#nameIn(text)
      this.#state = 'value'
    } else if (this.#state === 'key' && mark === '}' && text === '') this.#state = 'end'
    else if (this.#state === 'value' && (mark === ',' || mark === '}')) {
      this.#state = mark === ',' ? 'key' : 'end'
      yield { key: this.#key, text, head }
    } else if (this.#state === 'item' && (mark === ',' || mark === ']')) {
      if (mark === ']') this.#state = this.#isList ? 'end' : 'after item'
      // An empty list yields one empty item, which shows that the list exists.
      yield { key: this.#key, text, head }
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
 * Yields the members of a file's top-level JSON object or list one at a time.
 * @param list the key of the list whose items are yielded one at a time
 * @throws StartRefused if the file is neither a JSON object nor a list
 */
export async function* readTopLevel(
  chunks: AsyncIterable<string>,
  file: string,
  list = 'features',
): AsyncGenerator<Member> {
  const cutter = new JsonCutter(file, list)
  for await (const chunk of chunks) yield* cutter.take(chunk)
  cutter.end()
}
