import { inspect } from 'node:util'
import { type Logger, pino, type SerializerFn } from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const SECRETS = ['password', 'new_password', 'token', 'secret', 'email', 'authorization', 'cookie']

/**
 * Creates the server's log: readable lines on a terminal, JSON otherwise. URLs are logged without their query, which
 * can contain tokens and positions, and errors without the values that the database quotes.
 */
export function createLog(level: LogLevel, out: NodeJS.WriteStream = process.stdout): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      serializers: { req: shortRequest, err: shortError, error: shortError },
    },
    out.isTTY
      ? pretty({ destination: out, sync: true, translateTime: 'HH:MM:ss' })
      : pino.destination({ dest: 1, sync: true }),
  )
}

type Request = { id?: string; method?: string; url?: string }
const shortRequest: SerializerFn = ({ id, method, url }: Request) => ({ id, method, url: url?.split('?')[0] })

type LoggedError = { name?: string; message?: string; code?: string; stack?: string; cause?: unknown }
const shortError: SerializerFn = (error: LoggedError): object => ({
  type: error?.name,
  message: error?.message ?? inspect(error),
  code: error?.code,
  stack: error?.stack,
  ...(error?.cause instanceof Error && { cause: shortError(error.cause) }),
})
