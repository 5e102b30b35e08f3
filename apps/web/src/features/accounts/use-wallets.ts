import { useEffect, useState } from 'react'
import { type BrowserWallet, watchWallets } from './wallets.ts'

/** The wallets of these chains in this browser; initially none. */
export function useWallets(chains: readonly BrowserWallet['chain'][]): BrowserWallet[] {
  const [wallets, setWallets] = useState<BrowserWallet[]>([])
  useEffect(() => watchWallets(setWallets), [])
  return wallets.filter(({ chain }) => chains.includes(chain))
}
