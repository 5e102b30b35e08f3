import type { ErrorCode } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getOperation } from '../observe-requests.ts'
import type { Refusal } from '../refusal.ts'

/**
 * Refusals that may be attacks: invalid input, missing rights, or too many requests. Excludes resources that are
 * missing or have changed.
 */
const ATTEMPTS: ReadonlySet<number> = new Set([400, 401, 403, 405, 413, 414, 415, 429, 431])
/** Routes where people sign in or change how they sign in. */
const AUTHENTICATION = /^\/api\/(auth|account|session)\b/
const LINES_A_MINUTE = 60
const MINUTE_MS = 60_000

type Minute = { until: number; lines: number; leftOut: number }

/**
 * Log lines that help an operator notice an attack: refused attempts and account actions. They contain the operation
 * and the code, but no names or addresses (P8). A flood is summarized as at most {@link LINES_A_MINUTE} lines per code
 * and the number of omitted ones.
 */
export class SecurityLog {
  readonly #minutes = new Map<ErrorCode, Minute>()

  /** Logs a refusal if its status means that it may be an attack. */
  refused(request: FastifyRequest, { code, rule }: Refusal, status: number): void {
    if (!ATTEMPTS.has(status)) return
    const now = performance.now()
    let minute = this.#minutes.get(code)
    const leftOut = minute && minute.until <= now ? minute.leftOut : 0
    if (!minute || minute.until <= now) {
      minute = { until: now + MINUTE_MS, lines: 0, leftOut: 0 }
      this.#minutes.set(code, minute)
    }
    minute.lines++
    if (minute.lines > LINES_A_MINUTE) return void minute.leftOut++
    const details = {
      operation: getOperation(request),
      code,
      ...(rule && { rule }),
      ...(leftOut && { leftOut }),
    }
    request.log.info(details, 'refused')
  }
}

/** Logs every successful change under the {@link AUTHENTICATION} paths. */
export function logAuthentication(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && reply.statusCode < 400 && AUTHENTICATION.test(request.routeOptions.url ?? ''))
      request.log.info({ operation: getOperation(request) }, 'authentication')
    done()
  })
}
