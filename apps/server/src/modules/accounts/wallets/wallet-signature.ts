import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { Chain, Wallet } from '@nollie/contract/accounts'

export type { Chain }

/** Display names for wallets, by their key in the identities table. */
export const WALLET_TITLES = {
  ethereum: 'Ethereum wallet',
  solana: 'Solana wallet',
} as const satisfies Record<Chain, string>

/** Whether an identity is a wallet. */
export function isChain(key: string): key is Chain {
  return Object.hasOwn(WALLET_TITLES, key)
}

function computeHash(text: string) {
  return Buffer.from(keccak_256(Buffer.from(text)))
}

// ERC-55: a letter is uppercase if the hash digit at the same position is 8 or higher.
function checksummed(address: string): string {
  const plain = address.slice(2).toLowerCase()
  const digits = computeHash(plain).toString('hex')
  const cased = plain.replaceAll(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(digits.charAt(at), 16) > 7 ? letter.toUpperCase() : letter,
  )
  return `0x${cased}`
}

/** Returns a wallet's address in the form that we display and that the message requires. */
export function shownAddress({ chain, address }: Wallet): string {
  return chain === 'ethereum' ? checksummed(address) : address
}

/** Returns the key that identifies a wallet on its chain. Solana addresses can be written in only one way. */
export function toSubject({ chain, address }: Wallet): string {
  return chain === 'ethereum' ? address.toLowerCase() : address
}

/** The variable parts of a message. */
export type MessageParts = { site: URL; statement: string; nonce: string; from: Date; to: Date }

const KINDS = {
  ethereum: { account: 'Ethereum', chain: '1' },
  solana: { account: 'Solana', chain: 'mainnet' },
} as const satisfies Record<Chain, object>

/** Returns the EIP-4361 message (or Solana's variant) that a wallet must sign. */
export function walletMessage(wallet: Wallet, { site, statement, nonce, from, to }: MessageParts): string {
  const { account, chain } = KINDS[wallet.chain]
  return [
    `${site.host} wants you to sign in with your ${account} account:`,
    shownAddress(wallet),
    '',
    statement,
    '',
    `URI: ${site.origin}`,
    'Version: 1',
    `Chain ID: ${chain}`,
    `Nonce: ${nonce}`,
    `Issued At: ${from.toISOString()}`,
    `Expiration Time: ${to.toISOString()}`,
  ].join('\n')
}

function signerOfEthereum(message: string, signature: Uint8Array): string {
  const bytes = Buffer.from(message)
  const hash = keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]),
  )
  // The last byte of a wallet's signature is the parity, starting at 27 or at 0.
  const last = signature[64] ?? -1
  const parity = last >= 27 ? last - 27 : last
  if (parity !== 0 && parity !== 1) return ''
  const recovered = Uint8Array.of(parity, ...signature.subarray(0, 64))
  const key = secp256k1.recoverPublicKey(recovered, hash, { prehash: false })
  const point = secp256k1.Point.fromBytes(key).toBytes(false)
  return `0x${Buffer.from(keccak_256(point.subarray(1)))
    .subarray(-20)
    .toString('hex')}`
}

function isSigned(wallet: Wallet, message: string, signature: Uint8Array): boolean {
  if (wallet.chain === 'ethereum')
    return signature.length === 65 && signerOfEthereum(message, signature) === wallet.address.toLowerCase()
  const key = base58.decode(wallet.address)
  return ed25519.verify(signature, Buffer.from(message), key, { zip215: false })
}

/** Whether a wallet signed this message. Supports only accounts with a key, not contracts. */
export function isSignedBy(wallet: Wallet, message: string, signature: string): boolean {
  try {
    return isSigned(wallet, message, Buffer.from(signature.replace(/^0x/, ''), 'hex'))
  } catch {
    // The numbers aren't on the curve.
    return false
  }
}
