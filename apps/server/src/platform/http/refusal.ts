import { getDetail, type ErrorCode, type ProblemBody, type RateName, getStatus } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import { readSentence, type Sentence, writeIn } from '../languages/index.ts'

/** Limits that share an error code: a rate's name, event loop lag, or the maximum number of streams or drawings. */
export type RefusalRule = RateName | 'overload' | 'streams_of_one' | 'streams' | 'drawings'

type Details = {
  /** Shown to people instead of the code's default sentence. */
  detail?: Sentence | undefined
  /** Error messages by field name. */
  fields?: Record<string, Sentence> | undefined
  /** Seconds after which a retry may succeed. */
  retryAfter?: number | undefined
  /** The limit that was exceeded, if several share this code. Used in metrics, so it's never a value from a request. */
  rule?: RefusalRule | undefined
  /** With FACTOR_NEEDED: the pending sign-in's token. */
  challenge?: string | undefined
  /** With FACTOR_NEEDED: the types of second factors that the person has. */
  factors?: readonly string[] | undefined
  /** With SPOT_MERGED: the id of the spot that remains. */
  spot_id?: string | undefined
  /** The underlying error, only for the log. */
  cause?: unknown
}

/**
 * Thrown to refuse a request; the code determines the status (see the contract's errors). {@link toProblem} writes the
 * text for people in their language; `message` is for the log.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Sentence
  readonly fields: Record<string, Sentence> | undefined
  readonly retryAfter: number | undefined
  readonly rule: RefusalRule | undefined
  readonly challenge: string | undefined
  readonly factors: readonly string[] | undefined
  readonly spot_id: string | undefined

  constructor(code: ErrorCode, { detail = defaultDetail(code), fields, cause, ...more }: Details = {}) {
    super(writeIn('en', detail), { cause })
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
    this.fields = fields
    this.retryAfter = more.retryAfter
    this.rule = more.rule
    this.challenge = more.challenge
    this.factors = more.factors
    this.spot_id = more.spot_id
  }
}

function defaultDetail(code: ErrorCode): Sentence {
  return readSentence(getDetail(code))
}

/**
 * Creates a refusal caused by one form field. The sentence, by default the code's, is shown next to the field and for
 * the whole form.
 */
export function refusedField(code: ErrorCode, field: string, detail = defaultDetail(code)): Refusal {
  return new Refusal(code, { detail, fields: { [field]: detail } })
}

function fieldsIn(fields: Record<string, Sentence>, language: LanguageCode) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => [name, writeIn(language, sentence)]),
  )
}

/** Builds a refusal's problem+json body (RFC 9457). Its `title` is the code's name in English. */
export function toProblem(refusal: Refusal, requestId: string, language: LanguageCode): ProblemBody {
  return {
    type: 'about:blank',
    title: getDetail(refusal.code),
    status: getStatus(refusal.code),
    code: refusal.code,
    detail: writeIn(language, refusal.detail),
    request_id: requestId,
    ...(refusal.fields ? { fields: fieldsIn(refusal.fields, language) } : {}),
    ...(refusal.challenge ? { challenge: refusal.challenge } : {}),
    ...(refusal.factors ? { factors: refusal.factors } : {}),
    ...(refusal.spot_id ? { spot_id: refusal.spot_id } : {}),
  }
}
