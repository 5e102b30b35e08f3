import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import { sentencesIn, write } from '../languages/index.ts'
import { detailOf, type ErrorCode, type ProblemBody, type RateName, statusOf } from '@nollie/contract'

/** Limits that share a code: a rate by its name, lag of the process, maxima of streams and drawings. */
export type RefusalRule = RateName | 'overload' | 'streams_of_one' | 'streams' | 'drawings'

type Details = {
  /** Shown to people instead of the code's default sentence. */
  detail?: string | undefined
  /** Field name -> what is wrong with it. */
  fields?: Record<string, string> | undefined
  /** Seconds after which a retry makes sense. */
  retryAfter?: number | undefined
  /** The limit that refused, where several have this code; for metrics, so never a value of a request. */
  rule?: RefusalRule | undefined
  /** With FACTOR_NEEDED: the token of the sign-in that waits. */
  challenge?: string | undefined
  /** With FACTOR_NEEDED: the kinds of second factors that the person has. */
  factors?: readonly string[] | undefined
  /** With SPOT_MERGED: the spot that stayed. */
  spot_id?: string | undefined
  /** The cause, for the log only. */
  cause?: unknown
}

/** Thrown by a rule that refuses a request; the code determines the status (see the contract's errors). */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  readonly rule: RefusalRule | undefined
  readonly challenge: string | undefined
  readonly factors: readonly string[] | undefined
  readonly spot_id: string | undefined

  constructor(
    code: ErrorCode,
    { detail, fields, retryAfter, rule, challenge, factors, spot_id, cause }: Details = {},
  ) {
    super(detail ?? detailOf(code), { cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.rule = rule
    this.challenge = challenge
    this.factors = factors
    this.spot_id = spot_id
  }
}

const inOwnLanguage = (sentence: string, language: LanguageCode) =>
  write(sentence, language, sentencesIn(language))

const fieldsIn = (fields: Record<string, string>, language: LanguageCode) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => [name, inOwnLanguage(sentence, language)]),
  )

/** The problem+json body of a refusal (RFC 9457). Its `title` names the code, and is English for all. */
export const toProblem = (
  refusal: Refusal,
  requestId: string,
  language: LanguageCode = LANGUAGE_CODES[0],
): ProblemBody => ({
  type: 'about:blank',
  title: detailOf(refusal.code),
  status: statusOf(refusal.code),
  code: refusal.code,
  detail: inOwnLanguage(refusal.message, language),
  request_id: requestId,
  ...(refusal.fields ? { fields: fieldsIn(refusal.fields, language) } : {}),
  ...(refusal.challenge ? { challenge: refusal.challenge } : {}),
  ...(refusal.factors ? { factors: refusal.factors } : {}),
  ...(refusal.spot_id ? { spot_id: refusal.spot_id } : {}),
})
