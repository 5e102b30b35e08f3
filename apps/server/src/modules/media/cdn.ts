import { createHmac } from 'node:crypto'

/** A content delivery network in front of the bucket, and what it shares with us. */
export type Cdn = { url: URL; secret: string }

/** Seconds for which a signed address is served. With them a hidden file is gone within ten, also from there. */
const VALID_SECONDS = 8
/** Seconds for which a browser may use a redirect again. */
export const REDIRECT_SECONDS = 2

/** The signature of an address, made over its path and query up to the signature. */
export const signatureOf = (secret: string, pathAndExpiry: string): string =>
  createHmac('sha256', secret).update(pathAndExpiry).digest('hex')

/**
 * The address of a stored file at the network: `<path>?expires=<unix seconds>&signature=<hex>`. The network checks both at
 * each request, also for what it has cached, which it does by the path alone.
 */
export const signedAddress = ({ url, secret }: Cdn, name: string, now: number = Date.now()): string => {
  const signed = `/media/${name}?expires=${Math.floor(now / 1000) + VALID_SECONDS}`
  return `${url.origin}${signed}&signature=${signatureOf(secret, signed)}`
}

/**
 * Whether a request is one of an element on a page, which follows redirects to other hosts. Scripts, link previews and
 * downloads get the bytes from us.
 */
export const isOfElement = (headers: Record<string, unknown>): boolean =>
  headers['sec-fetch-mode'] === 'no-cors' && ['image', 'video'].includes(String(headers['sec-fetch-dest']))
