import { randomBytes } from 'node:crypto'
import jsSha3 from 'js-sha3'
import * as secp256k1 from 'tiny-secp256k1'
import nacl from 'tweetnacl'

// Uses Bitcoin's library and TweetNaCl to sign, so that no library verifies its own signatures.

/** A wallet that signs any message. */
export type TestWallet = {
  wallet: { chain: 'ethereum' | 'solana'; address: string }
  sign: (message: string) => string
}

function keccak(bytes: Uint8Array) {
  return Buffer.from(jsSha3.keccak256.arrayBuffer(bytes))
}

/** Creates an Ethereum wallet with a lowercase address. */
export function ethereumWallet(key: Uint8Array = randomBytes(32)): TestWallet {
  const point = secp256k1.pointFromScalar(key, false)
  if (!point) throw new Error('no key')
  return {
    wallet: { chain: 'ethereum', address: `0x${keccak(point.subarray(1)).subarray(-20).toString('hex')}` },
    sign: (message) => {
      const bytes = Buffer.from(message)
      const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`)
      const { signature, recoveryId } = secp256k1.signRecoverable(keccak(Buffer.concat([prefix, bytes])), key)
      return `0x${Buffer.from(signature).toString('hex')}${(27 + recoveryId).toString(16)}`
    },
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes the way Solana does. */
export function base58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = `${BASE58[Number(rest % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros) + text
}

/** Creates a Solana wallet. */
export function solanaWallet(): TestWallet {
  const { publicKey, secretKey } = nacl.sign.keyPair()
  return {
    wallet: { chain: 'solana', address: base58(publicKey) },
    sign: (message) =>
      Buffer.from(nacl.sign.detached(Uint8Array.from(Buffer.from(message)), secretKey)).toString('hex'),
  }
}
