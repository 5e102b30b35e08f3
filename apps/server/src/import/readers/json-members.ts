import { StartRefused } from '../../platform/start-refused.ts'
import { MAX_ROW, type Piece } from './row-limit.ts'

/**
 * A member of the file's top-level object, or of an opened object in it, as text. Each item of the list that is read is
 * a separate member, and so is each item of a file that is a list; the path of the latter is empty.
 */
export type Member = {
  /** The keys from the top level to the member, as joined by {@link joinPath}. */
  path: string
  text: Piece
  /** The beginning, even if the text is too long. */
  head: string
}

/** Whether the cutter splits an object or a list at a path into its parts. */
export type Opens = (path: string, mark: '{' | '[') => boolean

const BETWEEN_KEYS = '\n'
/** Maximum number of opened objects around each other. */
const MAX_OPENED = 8

/** Joins keys to a path, with the outermost first. */
export function joinPath(...keys: readonly string[]): string {
  return keys.filter((key) => key !== '').join(BETWEEN_KEYS)
}

/** Splits a path into its keys. */
export function splitPath(path: string): string[] {
  return path === '' ? [] : path.split(BETWEEN_KEYS)
}

const HEAD_LENGTH = 20

type State = 'start' | 'key' | 'value' | 'item' | 'after part' | 'end'

/**
 * Splits a JSON object into its members, with only one in memory at a time. Members that are too long become null.
 * Doesn't check their content, because parsing each member finds any errors.
 */
class JsonCutter {
  #state: State = 'start'
  /** The path of the current member. */
  #path = ''
  /** The paths of the opened objects around it. */
  readonly #around: string[] = []
  #text: Piece = ''
  #depth = 0
  #inString = false
  #escaped = false
  #head = ''
  #isList = false
  readonly #file: string
  readonly #isOpened: Opens

  constructor(file: string, isOpened: Opens) {
    this.#file = file
    this.#isOpened = isOpened
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

  /** Whether a bracket opens an object or a list that is split. These brackets aren't part of any member. */
  #opens(mark: string): boolean {
    if (mark !== '{' && mark !== '[') return false
    if (this.#state === 'start') {
      this.#isList = mark === '['
      this.#state = this.#isList ? 'item' : 'key'
    } else if (this.#mayOpen() && this.#isOpened(this.#path, mark)) {
      this.#state = mark === '[' ? 'item' : 'key'
      if (mark === '{') this.#around.push(this.#path)
    } else {
      this.#depth += 1
      return false
    }
    this.#text = ''
    this.#head = ''
    return true
  }

  #mayOpen(): boolean {
    return this.#state === 'value' && this.#depth === 0 && this.#around.length < MAX_OPENED
  }

  *#ended(mark: string): Generator<Member> {
    const head = this.#head
    const text = this.#taken()
    const path = this.#path
    this.#head = ''
    if (this.#state === 'key' && mark === ':') {
      this.#path = joinPath(this.#around.at(-1) ?? '', text === null ? '' : this.#nameIn(text))
      this.#state = 'value'
    } else if (this.#state === 'key' && mark === '}' && text === '') this.#close()
    else if (this.#state === 'value' && (mark === ',' || mark === '}')) {
      if (mark === '}') this.#close()
      else this.#state = 'key'
      yield { path, text, head }
    } else if (this.#state === 'item' && (mark === ',' || mark === ']')) {
      if (mark === ']') this.#state = this.#isList ? 'end' : 'after part'
      // An empty list yields one empty item, which shows that the list exists.
      yield { path, text, head }
    } else if (this.#state === 'after part' && mark === ',' && text === '') this.#state = 'key'
    else if (this.#state === 'after part' && mark === '}' && text === '') this.#close()
    else throw this.#broken()
  }

  /** Ends the innermost opened object. */
  #close(): void {
    this.#state = this.#around.pop() === undefined ? 'end' : 'after part'
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
 * @param isOpened which inner objects and lists are split, too; none by default
 * @throws StartRefused if the file is neither a JSON object nor a list
 */
export async function* readMembers(
  chunks: AsyncIterable<string>,
  file: string,
  isOpened: Opens = () => false,
): AsyncGenerator<Member> {
  const cutter = new JsonCutter(file, isOpened)
  for await (const chunk of chunks) yield* cutter.take(chunk)
  cutter.end()
}
