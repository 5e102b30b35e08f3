import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from 's3rver'
import type { S3Figures, S3Settings } from '../../src/platform/files/index.ts'

/**
 * How the store fails: it responds with an error, never responds, closes the connection during a response, does the
 * work but loses the response, or returns another ETag.
 */
export type Failure = 500 | 503 | 'hangs' | 'cuts' | 'loses' | 'wrong etag'

/** Decides for each request whether it fails. Null means that it succeeds. */
export type Failures = (request: {
  method: string
  path: string
  range: string | undefined
}) => Failure | null

/** Short delays, so that failures don't make tests slow. */
export const QUICK: S3Figures = { tries: 3, pauseMs: 5, connectMs: 5_000, callMs: 8_000 }
/**
 * Times out sooner than by default if the store doesn't respond, but late enough for a busy machine to store a file.
 */
export const IMPATIENT: S3Figures = { ...QUICK, callMs: 4_000 }

/**
 * Blocks reads of an object while it is being written, because s3rver would return it empty (a real S3 store never
 * does). Returns a function that waits for its turn and resolves to a function that ends the turn.
 */
function whole() {
  const writing = new Map<string, Promise<void>>()
  const looking = new Map<string, Promise<unknown>>()
  return async (method: string, path: string): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (method === 'PUT') {
      const before = Promise.all([writing.get(path), looking.get(path)])
      writing.set(path, promise)
      await before
    } else if (method === 'GET' || method === 'HEAD') {
      looking.set(path, Promise.all([looking.get(path), promise]))
      await writing.get(path)
    }
    return resolve
  }
}

/**
 * Waits until all of an object's bytes are on disk. s3rver responds once it has received them, and a read right
 * afterward may return only the beginning, which never happens with a real S3 store.
 */
async function written(file: string, bytes: number): Promise<void> {
  const size = () =>
    stat(file).then(
      (facts) => facts.size,
      () => null,
    )
  for (let looks = 0; looks < 30_000 && (await size()) !== bytes; looks += 1) await sleep(2)
}

/** Starts a real S3 server behind a proxy that can make requests fail. */
export async function testS3() {
  const directory = mkdtempSync(join(tmpdir(), 'nollie-s3-'))
  const bucket = 'nollie'
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await store.run()
  let failures: Failures = () => null
  const seen: string[] = []

  const buildObjectPath = ({ url = '' }: IncomingMessage) =>
    join(directory, `${decodeURIComponent(url.split('?')[0] ?? '')}._S3rver_object`)
  const turn = whole()
  const pass = async (from: IncomingMessage, to: ServerResponse, failure: Failure | null) => {
    const answered = await turn(from.method ?? '', from.url?.split('?')[0] ?? '')
    const give = async (answer: IncomingMessage) => {
      if (from.method === 'PUT' && answer.statusCode === 200)
        await written(buildObjectPath(from), Number(from.headers['content-length']))
      answered()
      if (failure === 'loses') return void answer.resume().on('end', () => to.destroy())
      const headers = {
        ...answer.headers,
        ...(failure === 'wrong etag' && { etag: `"${'0'.repeat(32)}"` }),
      }
      to.writeHead(answer.statusCode ?? 502, headers)
      if (failure !== 'cuts') return void answer.pipe(to)
      answer.once('data', (part: Buffer) => {
        to.write(part.subarray(0, part.length >> 1), () => to.destroy())
        answer.destroy()
      })
    }
    const { method, url, headers } = from
    const forward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      void give(answer)
    })
    forward.on('error', () => to.destroy()).on('close', answered)
    from.pipe(forward)
  }

  const proxy = createServer((from, to) => {
    const path = decodeURIComponent((from.url ?? '').split('?')[0] ?? '')
    const method = from.method ?? ''
    seen.push(`${method} ${path}`)
    const failure = failures({ method, path, range: from.headers.range })
    if (failure === 'hangs') return void from.resume()
    if (failure !== 500 && failure !== 503) return void pass(from, to, failure)
    from.resume()
    to.writeHead(failure, { 'content-type': 'application/xml' })
    to.end(`<Error><Code>${failure === 503 ? 'SlowDown' : 'InternalError'}</Code></Error>`)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const settings: S3Settings = {
    endpoint,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    settings,
    /** The store's settings as a program's environment variables. */
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    /** The requests received so far. */
    seen,
    /** Sets which requests fail from now on. If called without an argument, none do. */
    fail: (wanted: Failures = () => null) => {
      failures = wanted
    },
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Makes the first `count` matching requests fail. */
export function times(
  count: number,
  failure: Failure,
  matches: (method: string) => boolean = () => true,
): Failures {
  let left = count
  return ({ method }) => (matches(method) && left-- > 0 ? failure : null)
}
