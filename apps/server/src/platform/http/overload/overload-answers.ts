import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import { Refusal, toProblem } from '../refusal.ts'

/** Seconds after which a refused client may retry. */
const RETRY_AFTER_S = 2

/** A refusal as a complete response, and in parts for callers that write them separately. */
export type BusyAnswer = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  bytes: Buffer
}>

function make(
  common: ReadonlyMap<string, string>,
  language: LanguageCode,
  forShell: Readonly<Record<string, string>>,
): BusyAnswer {
  const refusal = new Refusal('UNAVAILABLE', { retryAfter: RETRY_AFTER_S, rule: 'overload' })
  const id = randomUUID()
  const problem = toProblem(refusal, id, language)
  const body = JSON.stringify(problem)
  const headers = {
    ...Object.fromEntries(common),
    ...forShell,
    'content-language': language,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_S),
    'x-request-id': id,
    date: new Date().toUTCString(),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n`
  return { status: problem.status, headers, body, bytes: Buffer.from(head + body) }
}

/**
 * A busy server's refusals, each built once a second and shared by all requests refused in that second, because
 * building one costs more than the rest of the refusal. They share an id, which appears in no log.
 */
export class BusyAnswers {
  readonly #common: ReadonlyMap<string, string>
  readonly #made = new Map<string, BusyAnswer>()
  #second = 0

  /** @param common headers for every response */
  constructor(common: ReadonlyMap<string, string>) {
    this.#common = common
  }

  /** Returns the refusal in a language, with the headers that a native app's page needs to read it. */
  find(
    language: LanguageCode | null,
    shell: string | null,
    headersForShell: (origin: string) => Readonly<Record<string, string>>,
  ): BusyAnswer {
    const second = Math.floor(Date.now() / 1000)
    if (second !== this.#second) {
      this.#made.clear()
      this.#second = second
    }
    const key = `${language} ${shell}`
    const known = this.#made.get(key)
    if (known) return known
    const answer = make(
      this.#common,
      language ?? LANGUAGE_CODES[0],
      shell === null ? {} : headersForShell(shell),
    )
    this.#made.set(key, answer)
    return answer
  }
}
