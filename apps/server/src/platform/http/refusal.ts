import { detailOf, type ErrorCode, type ProblemBody, statusOf } from '@nollie/contract'

type Details = {
  /** What a person reads instead of the code's default sentence. */
  detail?: string | undefined
  /** Field name -> what is wrong with it. */
  fields?: Record<string, string> | undefined
  /** Seconds until another try makes sense. */
  retryAfter?: number | undefined
  /** What went wrong beneath, for the log alone. */
  cause?: unknown
}

/** Thrown by a rule that refuses a request; the code decides the status (see the contract's errors). */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, { detail, fields, retryAfter, cause }: Details = {}) {
    super(detail ?? detailOf(code), { cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
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
})
