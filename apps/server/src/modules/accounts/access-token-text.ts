import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The prefix of every access token, so that secret scanners recognize it. */
const PREFIX = 'nol_'
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 178 bits. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

const computeChecksum = (random: string): string => {
  let rest = crc32(random)
  let text = ''
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    text = `${SIGNS[rest % SIGNS.length]}${text}`
    rest = Math.floor(rest / SIGNS.length)
  }
  return text
}

/** A new access token: the prefix, random characters, and their checksum. */
export const newTokenText = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `${PREFIX}${random}${computeChecksum(random)}`
}

/** Whether a text can be an access token; its checksum avoids database queries for typos and look-alikes. */
export const isTokenText = (text: string): boolean =>
  TOKEN.test(text) && text.endsWith(computeChecksum(text.slice(PREFIX.length, -CHECKSUM_LENGTH)))
