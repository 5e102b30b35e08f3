import { createHash, randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 32

/** Matches the tokens from {@link newSessionToken}. */
export const SESSION_TOKEN = /^[A-Za-z0-9]{32}$/

/** Returns a random session token, which carries 190 bits. */
export function newSessionToken(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** Hashes a token for storage, so that the table is useless to anyone who reads it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
