import { createHmac } from 'node:crypto'

/** A CDN in front of the bucket, and the secret shared with it. */
export type Cdn = { url: URL; secret: string }

/**
 * How many seconds a signed URL is valid. The number is small so that a hidden file disappears from the CDN within ten
 * seconds.
 */
const VALID_SECONDS = 8
/** How many seconds a browser may reuse a redirect. */
export const REDIRECT_SECONDS = 2

/** Computes a URL's signature over its path and query, up to the signature itself. */
export function computeSignature(secret: string, pathAndExpiry: string): string {
  return createHmac('sha256', secret).update(pathAndExpiry).digest('hex')
}

/**
 * Builds the signed CDN URL for a stored file: `<path>?expires=<unix seconds>&signature=<hex>`. The CDN checks the
 * expiry and signature on every request, even for cached files, and caches by path only.
 */
export function signAddress({ url, secret }: Cdn, name: string, now: number = Date.now()): string {
  const signed = `/media/${name}?expires=${Math.floor(now / 1000) + VALID_SECONDS}`
  return `${url.origin}${signed}&signature=${computeSignature(secret, signed)}`
}

/**
 * Whether a request comes from an image or video element, which can follow redirects to another host. Scripts, link
 * previews, and downloads get the bytes from this server.
 */
export function isOfElement(headers: Record<string, unknown>): boolean {
  return (
    headers['sec-fetch-mode'] === 'no-cors' && ['image', 'video'].includes(String(headers['sec-fetch-dest']))
  )
}
