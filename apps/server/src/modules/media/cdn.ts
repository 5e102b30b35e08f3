import { createHmac } from 'node:crypto'

/** A CDN in front of the bucket, and the secret shared with it. */
export type Cdn = { url: URL; secret: string }

/** Lifetime of a signed URL in seconds; short, so that a hidden file disappears from the CDN within ten seconds. */
const VALID_SECONDS = 8
/** Seconds for which a browser may reuse a redirect. */
export const REDIRECT_SECONDS = 2

/** The signature of a URL, computed over its path and query up to the signature. */
export const computeSignature = (secret: string, pathAndExpiry: string): string =>
  createHmac('sha256', secret).update(pathAndExpiry).digest('hex')

/**
 * The URL of a stored file on the CDN: `<path>?expires=<unix seconds>&signature=<hex>`. The CDN checks both for each
 * request, even for cached files, and caches by path only.
 */
export const signedAddress = ({ url, secret }: Cdn, name: string, now: number = Date.now()): string => {
  const signed = `/media/${name}?expires=${Math.floor(now / 1000) + VALID_SECONDS}`
  return `${url.origin}${signed}&signature=${computeSignature(secret, signed)}`
}

/**
 * Whether a request comes from an element on a page, which follows redirects to other hosts. Scripts, link previews,
 * and downloads get the bytes from us.
 */
export const isOfElement = (headers: Record<string, unknown>): boolean =>
  headers['sec-fetch-mode'] === 'no-cors' && ['image', 'video'].includes(String(headers['sec-fetch-dest']))
