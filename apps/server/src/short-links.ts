import { pageOfShort } from '@nollie/contract/short-links'

/** Returns the path that a short link redirects to; null for every other path. */
export function findShortLinkTarget(path: string): string | null {
  return pageOfShort(path) ?? null
}

/** Whether a path has the form of a short link but no valid id. The web client has no screen for it. */
export function isBrokenShortLink(path: string): boolean {
  return pageOfShort(path) === null
}
