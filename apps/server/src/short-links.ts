import { pageOfShort } from '@nollie/contract/short-links'

/** Returns the path that a short link redirects to; null for every other path. */
export const findShortLinkTarget = (path: string): string | null => pageOfShort(path) ?? null

/** Whether a path has the form of a short link but no valid id. The web client has no screen for it. */
export const isBrokenShortLink = (path: string): boolean => pageOfShort(path) === null
