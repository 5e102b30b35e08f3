import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, errors } from 'jose'

const KEY_BYTES = 32

const deriveKey = (secret: string, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))

/** Encrypts a text for the database (JWE, AES-256-GCM), with a key derived from the server's secret for one purpose. */
export const seal = (secret: string, purpose: string, text: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(secret, purpose))

/** The text encrypted by {@link seal}; null if another secret was used, or if it was changed. */
export const unseal = async (secret: string, purpose: string, sealed: string): Promise<string | null> => {
  try {
    const { plaintext } = await compactDecrypt(sealed, deriveKey(secret, purpose), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return new TextDecoder().decode(plaintext)
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
