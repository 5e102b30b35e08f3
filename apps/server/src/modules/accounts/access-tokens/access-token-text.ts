import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Prefix of every access token, which lets secret scanners recognize them. */
const PREFIX = 'nol_'
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 30 random base-62 characters carry 178 bits of entropy. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

function computeChecksum(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    text = `${SIGNS[rest % SIGNS.length]}${text}`
    rest = Math.floor(rest / SIGNS.length)
  }
  return text
}

/** Returns a new access token: the prefix, random characters, and their checksum. */
export function newTokenText(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `${PREFIX}${random}${computeChecksum(random)}`
}

/** Whether a string could be an access token. The checksum avoids database queries for typos and similar strings. */
export function isTokenText(text: string): boolean {
  return TOKEN.test(text) && text.endsWith(computeChecksum(text.slice(PREFIX.length, -CHECKSUM_LENGTH)))
}
