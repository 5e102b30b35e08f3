import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 26

/** Generates an unguessable key for a media item's files: 130 random bits in lowercase base32. */
export function newKey(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('')
}

/** Whether a string has the form of a key. */
export function isKey(text: string): boolean {
  return /^[a-z2-7]{26}$/.test(text)
}
