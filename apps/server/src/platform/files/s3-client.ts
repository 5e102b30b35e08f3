import { setTimeout as sleep } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { measured } from '../telemetry/index.ts'
import { noSuchFile, StorageUnavailable } from './file-store.ts'

/** An S3 store's location and credentials. */
export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Retries and timeouts for a store. */
export type S3Figures = {
  /** Number of attempts per call. */
  tries: number
  /** Pause before the second attempt; twice as long before the third. */
  pauseMs: number
  connectMs: number
  /** Timeout for a call without content; a call with content gets one more second for every {@link SLOWEST} bytes. */
  callMs: number
}

/** Retries and timeouts for a running server. */
export const S3_FIGURES: S3Figures = { tries: 3, pauseMs: 200, connectMs: 3_000, callMs: 10_000 }

/** A transfer slower than this, in bytes per second, counts as failed. */
const SLOWEST = 100_000
const MAX_SOCKETS = 256

// The caller logs errors; the SDK would write them to the console.
function quiet(): void {}
const SILENT = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet }

type S3Error = Error & { Code?: string; $metadata?: { httpStatusCode?: number } }

function getStatus(error: unknown): number | undefined {
  return (error as S3Error).$metadata?.httpStatusCode
}

/** Thrown if a response is valid in the protocol but isn't the requested data. The call is then retried. */
export class WrongAnswer extends Error {}

// Whether a retry would also fail, as with wrong credentials, a missing bucket, or a malformed request.
function isFinal(error: unknown): boolean {
  const status = getStatus(error)
  if (status === undefined || (error as Error).name === 'BadDigest') return false
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

function isAbsent(error: unknown): boolean {
  const { name, Code } = error as S3Error
  if (name === 'NoSuchBucket' || Code === 'NoSuchBucket') return false
  return getStatus(error) === 404
}

/**
 * Creates a client for any S3-compatible store. The SDK doesn't retry, because {@link call} retries the whole call,
 * including reading the content. It adds no checksums, because only Amazon's store accepts them; content is sent with
 * its MD5.
 */
export function openS3(settings: S3Settings, figures: S3Figures): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Using the bucket's name as a host requires a DNS entry, which other stores often don't have.
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
}

type Call<T> = {
  /** The operation and the file, for error messages. */
  what: string
  name: string
  /** Bytes sent or received. */
  bytes?: number
  /** Makes one attempt, starting from scratch. */
  attempt: (signal: AbortSignal) => Promise<T>
}

const ABSENT = Symbol('absent')

// A missing object is a valid result, not a failed call, and metrics must count it as such.
function orAbsent<T>(answer: Promise<T>): Promise<T | typeof ABSENT> {
  return answer.catch((error: unknown) => {
    if (isAbsent(error)) return ABSENT
    throw error
  })
}

/**
 * Makes a call with up to {@link S3Figures.tries} attempts.
 * @throws Error with the code `ENOENT` if the object doesn't exist, `ENOSPC` if the store is full; StorageUnavailable
 */
export async function call<T>(
  { tries, pauseMs, callMs }: S3Figures,
  { what, name, bytes = 0, attempt }: Call<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      const limit = AbortSignal.timeout(Math.ceil(callMs + (bytes / SLOWEST) * 1000))
      const answer = await measured('storage', what, () => orAbsent(attempt(limit)))
      if (answer !== ABSENT) return answer
    } catch (error) {
      const { name: kind, message } = error as Error
      const text = `the S3 store failed to ${what} ${name}: ${kind} ${message}`
      if (getStatus(error) === 507) throw Object.assign(new Error(text), { code: 'ENOSPC' })
      const isRefusal = isFinal(error)
      if (isRefusal || tried >= tries) throw new StorageUnavailable(text, { cause: error, isRefusal })
      await sleep(pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()))
      continue
    }
    throw noSuchFile(name)
  }
}
