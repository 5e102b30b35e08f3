import type { Api, Identity } from '@nollie/contract'
import { ApiError, call } from '../../../lib/api.ts'
import { enter, type SignedIn } from '../account-requests.ts'
import { makePair } from '../sign-in/pkce.ts'

type WalletName = Api['POST /api/auth/wallet-requests']['input']['body']['wallet']

/** A wallet that the browser or one of its extensions provides. */
export type BrowserWallet = {
  chain: WalletName['chain']
  /** The name that the wallet reports. */
  name: string
  /** Returns the wallet's address after its owner agrees. Throws the wallet's error if the owner declines. */
  connect: () => Promise<string>
  /** Returns a message's signature in hexadecimal after the owner agrees. Throws the same errors as `connect`. */
  sign: (message: string, address: string) => Promise<string>
}

type EthereumProvider = { request: (call: { method: string; params?: unknown[] }) => Promise<unknown> }
type SolanaProvider = {
  connect: () => Promise<{ publicKey: { toString: () => string } }>
  signMessage: (bytes: Uint8Array, display: 'utf8') => Promise<{ signature: Uint8Array }>
}
type StandardAccount = { address: string }
/** A wallet that follows the Wallet Standard. Only Solana wallets have the feature for signing. */
type StandardWallet = {
  name: string
  features: {
    'standard:connect'?: { connect: () => Promise<{ accounts: readonly StandardAccount[] }> }
    'solana:signMessage'?: {
      signMessage: (wanted: {
        account: StandardAccount
        message: Uint8Array
      }) => Promise<readonly { signature: Uint8Array }[]>
    }
  }
}
type Registry = { register: (...wallets: StandardWallet[]) => () => void }
type Announcement = CustomEvent<{ info: { name: string; uuid: string }; provider: EthereumProvider }>

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function ethereumWallet(name: string, provider: EthereumProvider): BrowserWallet {
  return {
    chain: 'ethereum',
    name,
    connect: async () =>
      String(((await provider.request({ method: 'eth_requestAccounts' })) as unknown[])[0] ?? ''),
    sign: async (message, address) => {
      const text = `0x${toHex(new TextEncoder().encode(message))}`
      return String(await provider.request({ method: 'personal_sign', params: [text, address] }))
    },
  }
}

function solanaWallet(provider: SolanaProvider): BrowserWallet {
  return {
    chain: 'solana',
    name: 'Solana wallet',
    connect: async () => (await provider.connect()).publicKey.toString(),
    sign: async (message) =>
      toHex((await provider.signMessage(new TextEncoder().encode(message), 'utf8')).signature),
  }
}

function standardWallet({ name, features }: StandardWallet): BrowserWallet | null {
  const { 'standard:connect': connecting, 'solana:signMessage': signing } = features
  if (!connecting || !signing) return null
  let accounts: readonly StandardAccount[] = []
  return {
    chain: 'solana',
    name,
    connect: async () => {
      accounts = (await connecting.connect()).accounts
      return accounts[0]?.address ?? ''
    },
    sign: async (text, address) => {
      const account = accounts.find((one) => one.address === address) ?? { address }
      const [signed] = await signing.signMessage({ account, message: new TextEncoder().encode(text) })
      return signed ? toHex(signed.signature) : ''
    },
  }
}

function injected() {
  return window as unknown as { ethereum?: EthereumProvider; solana?: SolanaProvider }
}

/**
 * Calls back with this browser's wallets, and again whenever another one appears (EIP-6963, Wallet Standard). Returns a
 * cleanup function.
 */
export function watchWallets(onWallets: (wallets: BrowserWallet[]) => void): () => void {
  const announced = new Map<string, BrowserWallet>()
  const registered = new Map<string, BrowserWallet>()
  const publish = () => {
    const { ethereum, solana } = injected()
    const others = [...announced.values()]
    // Wallets that predate these standards don't announce themselves.
    if (others.length === 0 && ethereum) others.push(ethereumWallet('Ethereum wallet', ethereum))
    const ofSolana = [...registered.values()]
    if (ofSolana.length === 0 && solana) ofSolana.push(solanaWallet(solana))
    onWallets([...others, ...ofSolana])
  }
  const listener = (event: Event) => {
    const { info, provider } = (event as Announcement).detail
    announced.set(info.uuid, ethereumWallet(info.name, provider))
    publish()
  }
  const register: Registry['register'] = (...wallets) => {
    for (const one of wallets) {
      const wallet = standardWallet(one)
      if (wallet) registered.set(one.name, wallet)
    }
    publish()
    return () => undefined
  }
  const late = (event: Event) => (event as CustomEvent<(registry: Registry) => void>).detail({ register })
  window.addEventListener('eip6963:announceProvider', listener)
  window.addEventListener('wallet-standard:register-wallet', late)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  publish()
  return () => {
    window.removeEventListener('eip6963:announceProvider', listener)
    window.removeEventListener('wallet-standard:register-wallet', late)
  }
}

/** A wallet's signature in the server's format. */
export type SignedByWallet = Api['POST /api/account/wallets']['input']['body']

async function sign(
  from: 'POST /api/auth/wallet-requests' | 'POST /api/account/wallet-requests',
  browserWallet: BrowserWallet,
): Promise<SignedByWallet> {
  const pair = await makePair()
  if (!pair) throw new ApiError({ status: 0, code: 'UNREADABLE', detail: '' })
  const { chain } = browserWallet
  const wallet = { chain, address: await browserWallet.connect() }
  const { state, message } = await call(from, { body: { wallet, code_challenge: pair.challenge } })
  const signature = await browserWallet.sign(message, wallet.address)
  return { state, code_verifier: pair.verifier, wallet, signature }
}

/** Asks a wallet to sign a sign-in message. Throws `ApiError` and the wallet's errors. */
export function signToEnter(wallet: BrowserWallet): Promise<SignedByWallet> {
  return sign('POST /api/auth/wallet-requests', wallet)
}

/** Signs in with a wallet's signature; see `enter`. Throws `ApiError`. */
export function signInWithWallet(
  signed: SignedByWallet,
  { cancel_deletion = false } = {},
): Promise<SignedIn> {
  return enter(call('POST /api/auth/wallet-sign-ins', { body: { ...signed, cancel_deletion } }))
}

/** Links a wallet to the signed-in account. Throws `ApiError` and the wallet's errors. */
export async function linkWallet(wallet: BrowserWallet): Promise<Identity> {
  return call('POST /api/account/wallets', { body: await sign('POST /api/account/wallet-requests', wallet) })
}

/** Whether the wallet's owner declined the request, which isn't a failure. */
export function isRefusedByOwner(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 4001
}
