import { useEffect, useState } from 'react'
import { type BrowserWallet, watchWallets } from './wallets.ts'

/** Returns this browser's wallets for the given chains; empty on the first render. */
export function useWallets(chains: readonly BrowserWallet['chain'][]): BrowserWallet[] {
  const [wallets, setWallets] = useState<BrowserWallet[]>([])
  useEffect(() => watchWallets(setWallets), [])
  return wallets.filter(({ chain }) => chains.includes(chain))
}
