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

  constructor(
    code: ErrorCode,
    { detail, fields, retryAfter, rule, challenge, factors, cause }: Details = {},
  ) {
    super(detail ?? detailOf(code), { cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.rule = rule
    this.challenge = challenge
    this.factors = factors
  }
}

/** The problem+json body of a refusal (RFC 9457). */
export const toProblem = (refusal: Refusal, requestId: string): ProblemBody => ({
  type: 'about:blank',
  title: detailOf(refusal.code),
  status: statusOf(refusal.code),
  code: refusal.code,
  detail: refusal.message,
  request_id: requestId,
  ...(refusal.fields ? { fields: refusal.fields } : {}),
  ...(refusal.challenge ? { challenge: refusal.challenge } : {}),
  ...(refusal.factors ? { factors: refusal.factors } : {}),
})
