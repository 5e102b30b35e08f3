import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, errors } from 'jose'

const KEY_BYTES = 32

function deriveKey(secret: string, purpose: string) {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
}

/** Encrypts a string for the database (JWE, AES-256-GCM). Derives the key from the server's secret and a purpose. */
export function seal(secret: string, purpose: string, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(secret, purpose))
}

/** Decrypts a string encrypted by {@link seal}. Returns null if the secret differs or the ciphertext was modified. */
export async function unseal(secret: string, purpose: string, sealed: string): Promise<string | null> {
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
