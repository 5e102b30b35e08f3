import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-addresses.ts'

/** Why a URL wasn't fetched. */
export type FetchFailure = 'address' | 'redirects' | 'status' | 'type' | 'size' | 'time' | 'network'

/** Thrown if a URL was refused or couldn't be fetched; `again` means that a retry may succeed. */
export class FetchRefused extends Error {
  readonly why: FetchFailure
  readonly again: boolean

  constructor(why: FetchFailure, message: string, again = false) {
    super(message)
    this.name = 'FetchRefused'
    this.why = why
    this.again = again
  }
}

/** The limits and network for a fetch; only tests change the last four. */
export type FetchOptions = {
  maxBytes: number
  /** Total milliseconds for name lookups, redirects, and the body. */
  timeoutMs: number
  /** The `Content-Type` to accept. */
  types: RegExp
  redirects: number
  resolve: (hostname: string) => Promise<string[]>
  isAllowed: (address: string) => boolean
  port: number
  /** An additional certificate authority. */
  ca?: string
}

async function resolveAll(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)
}

const DEFAULTS = {
  maxBytes: 10_000_000,
  timeoutMs: 10_000,
  types: /^image\/(jpeg|png|webp|gif|avif|heic|heif)$/i,
  redirects: 3,
  resolve: resolveAll,
  isAllowed: isPublicAddress,
  port: 443,
} as const satisfies FetchOptions

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_HEADER_BYTES = 16_384

function readUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null
  if (url?.protocol !== 'https:') throw new FetchRefused('address', 'only HTTPS is allowed')
  if (url.port !== '') throw new FetchRefused('address', 'only the default HTTPS port is allowed')
  if (url.username || url.password) throw new FetchRefused('address', 'contains a user name or password')
  return url
}

/** Returns the host without the brackets around an IPv6 address. */
function getHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Returns the IP address to connect to, if all of the host's addresses are allowed. */
async function resolveAddress(url: URL, { resolve, isAllowed }: FetchOptions): Promise<string> {
  const host = getHost(url)
  const addresses = isIP(host) ? [host] : await resolve(host)
  const [first] = addresses
  if (first === undefined) throw new FetchRefused('network', 'has no address', true)
  if (!addresses.every(isAllowed)) throw new FetchRefused('address', 'is not on the public network')
  return first
}

// Connects to the address that was checked, because the name could resolve differently the second time.
function ask(url: URL, address: string, { port, ca }: FetchOptions, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(
      {
        host: address,
        port,
        ...(isIP(getHost(url)) ? {} : { servername: url.hostname }),
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          accept: 'image/*',
          'accept-encoding': 'identity',
          'user-agent': 'Nollie (keeps a copy of a photo somebody shared)',
        },
        agent: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
        ...(ca === undefined ? {} : { ca }),
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function checkHead({ statusCode = 0, headers }: IncomingMessage, { types, maxBytes }: FetchOptions): void {
  if (statusCode !== 200)
    throw new FetchRefused('status', `responded with ${statusCode}`, statusCode === 429 || statusCode >= 500)
  const type = headers['content-type']?.split(';', 1)[0]?.trim() ?? ''
  if (!types.test(type)) throw new FetchRefused('type', "isn't an accepted type")
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new FetchRefused('type', 'is compressed, which was not requested')
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new FetchRefused('size', 'is too large')
}

async function readBody(answer: IncomingMessage, { maxBytes }: FetchOptions): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new FetchRefused('size', 'is too large')
    parts.push(part)
  }
  if (!answer.complete) throw new FetchRefused('network', 'ended too early', true)
  return Buffer.concat(parts)
}

async function follow(text: string, options: FetchOptions, signal: AbortSignal): Promise<Buffer> {
  let url = readUrl(text)
  for (let hops = 0; ; hops++) {
    const answer = await ask(url, await resolveAddress(url, options), options, signal)
    try {
      if (!REDIRECTS.has(answer.statusCode ?? 0)) {
        checkHead(answer, options)
        return await readBody(answer, options)
      }
      if (hops >= options.redirects) throw new FetchRefused('redirects', 'redirects too often')
      url = readUrl(answer.headers.location ?? '', url)
    } finally {
      answer.destroy()
    }
  }
}

/**
 * Fetches an untrusted URL: only https on the default port, and only from hosts whose addresses are all public.
 * Connects to the checked address, and checks every redirect in the same way. Sends nothing that identifies us.
 * @throws FetchRefused
 */
export async function guardedFetch(
  text: string,
  given: Partial<FetchOptions> = {},
  stop?: AbortSignal,
): Promise<Buffer> {
  const options = { ...DEFAULTS, ...given }
  const late = AbortSignal.timeout(options.timeoutMs)
  const signal = stop ? AbortSignal.any([late, stop]) : late
  // A name lookup can't be canceled.
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([follow(text, options, signal), ended])
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    if (late.aborted) throw new FetchRefused('time', 'took too long', true)
    throw new FetchRefused('network', (error as Error).message, true)
  }
}
