import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 26

/** A fresh key for a media item's files: 130 random bits in lower-case base32. Who does not know it cannot guess it. */
export const newKey = (): string => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('')

/** Whether this could be a key of ours. */
export const isKey = (text: string): boolean => /^[a-z2-7]{26}$/.test(text)
