import { setTimeout as sleep } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { measured } from '../telemetry/index.ts'
import { noSuchFile, StorageUnavailable } from './file-store.ts'

/** Where an S3 store is, and who we are there. */
export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Figures of the calls of a store. */
export type S3Figures = {
  /** Tries of one call. */
  tries: number
  /** Pause before the second try; twice that before the third. */
  pauseMs: number
  connectMs: number
  /** How long a call without content may take; one with content has a second more for every {@link SLOWEST} bytes. */
  callMs: number
}

/** The figures of a running server. */
export const S3_FIGURES: S3Figures = { tries: 3, pauseMs: 200, connectMs: 3_000, callMs: 10_000 }

/** Bytes per second below which a call has failed. */
const SLOWEST = 100_000
const MAX_SOCKETS = 256

// Errors are thrown and logged by whoever calls; the SDK would write them to the console.
const quiet = (): void => {}
const SILENT = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet }

type S3Error = Error & { Code?: string; $metadata?: { httpStatusCode?: number } }

const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode

/** An answer that is no error of the protocol, but not what was asked for: tried again. */
export class WrongAnswer extends Error {}

// Requests that would be refused the same way again: wrong credentials, no such bucket, malformed.
const isFinal = (error: unknown): boolean => {
  const status = statusOf(error)
  if (status === undefined || (error as Error).name === 'BadDigest') return false
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

const isAbsent = (error: unknown): boolean => {
  const { name, Code } = error as S3Error
  if (name === 'NoSuchBucket' || Code === 'NoSuchBucket') return false
  return statusOf(error) === 404
}

/**
 * A client for any S3 store. The SDK neither retries, which {@link call} does for whole answers with their content, nor
 * adds checksums, which other stores than Amazon's refuse; contents are sent with their MD5.
 */
export const openS3 = (settings: S3Settings, figures: S3Figures): S3Client =>
  new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Names of buckets as hosts need an entry in the DNS, which other stores often lack.
    forcePathStyle: !/\.amazonaws\.com(\.cn)?$/.test(new URL(settings.endpoint).hostname),
    maxAttempts: 1,
    logger: SILENT,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: figures.connectMs,
      socketTimeout: figures.callMs,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  })

type Call<T> = {
  /** For messages: what is done to which file. */
  what: string
  name: string
  /** Bytes that are sent or received. */
  bytes?: number
  /** One try; it must begin anew each time. */
  attempt: (signal: AbortSignal) => Promise<T>
}

const ABSENT = Symbol('absent')

// That there is no such object is an answer and no failure of the store, in metrics too.
const orAbsent = <T>(answer: Promise<T>): Promise<T | typeof ABSENT> =>
  answer.catch((error: unknown) => {
    if (isAbsent(error)) return ABSENT
    throw error
  })

/**
 * Makes one call, up to {@link S3Figures.tries} times.
 * @throws Error with the code `ENOENT` if there is no such object, `ENOSPC` if the store is full; StorageUnavailable
 */
export const call = async <T>(
  { tries, pauseMs, callMs }: S3Figures,
  { what, name, bytes = 0, attempt }: Call<T>,
): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      const limit = AbortSignal.timeout(Math.ceil(callMs + (bytes / SLOWEST) * 1000))
      const answer = await measured('storage', what, () => orAbsent(attempt(limit)))
      if (answer !== ABSENT) return answer
    } catch (error) {
      const { name: kind, message } = error as Error
      const text = `the S3 store failed to ${what} ${name}: ${kind} ${message}`
      if (statusOf(error) === 507) throw Object.assign(new Error(text), { code: 'ENOSPC' })
      const isRefusal = isFinal(error)
      if (isRefusal || tried >= tries) throw new StorageUnavailable(text, { cause: error, isRefusal })
      await sleep(pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()))
      continue
    }
    throw noSuchFile(name)
  }
}
