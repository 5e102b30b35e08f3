import type { Page } from '@playwright/test'
import { ethereumWallet, solanaWallet, type TestWallet } from '../apps/server/test/actors/wallet-keys.ts'
import { makeAccount, openMoreWays, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { openSection } from './support/settings.ts'
import { findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

// A server that allows signing in with a wallet.
test.describe.configure({ mode: 'serial' })
let server: Server | undefined
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  server = await startServer({ env: { WALLETS: 'ethereum,solana' } })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server?.stop()
})

function here(path: string) {
  return `${server?.url ?? ''}${path}`
}

/** Adds a wallet that announces itself as extensions do (EIP-6963) and signs without asking its owner. */
async function addWallet(page: Page, { wallet, sign }: TestWallet, { refuses = false } = {}) {
  await page.exposeFunction('signWithWallet', (hex: string) =>
    sign(Buffer.from(hex.slice(2), 'hex').toString('utf8')),
  )
  await page.addInitScript(
    ([address, isRefused]) => {
      const { signWithWallet } = window as unknown as { signWithWallet: (hex: string) => Promise<string> }
      const request = async ({ method, params }: { method: string; params?: string[] }) => {
        if (isRefused) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
        return method === 'eth_requestAccounts' ? [address] : signWithWallet(params?.[0] ?? '')
      }
      const detail = { info: { name: 'Fox', uuid: 'fox' }, provider: { request } }
      window.addEventListener('eip6963:requestProvider', () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
      )
    },
    [wallet.address, refuses] as const,
  )
}

function withWallet(page: Page) {
  return page.getByRole('button', { name: 'Continue with Fox' })
}

test('API-07 a wallet signs in after it was linked in the settings', async ({ page }) => {
  const person = await makeAccount()
  await addWallet(page, ethereumWallet())
  await page.goto(here('/auth'))
  await openMoreWays(page)
  await withWallet(page).click()
  await expect(findToast(page)).toContainText('No account is linked to this wallet')
  await expectAccessible(page)
  await saveScreenshot(page, 'sign-in-wallet')

  await signInAs(page, person)
  const ways = await openSection(page, 'ways', here(''))
  await ways.getByRole('button', { name: 'Link Fox' }).click()
  await expect(ways.getByRole('listitem').filter({ hasText: 'Ethereum wallet' })).toContainText('0x')
  await expectAccessible(page)
  await ways.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'settings-wallet')

  await page.context().clearCookies()
  await page.goto(here('/auth'))
  await openMoreWays(page)
  await withWallet(page).click()
  await expect(page).toHaveURL(here('/dashboard'))
})

/** Adds a Solana wallet that registers itself as extensions do (Wallet Standard). */
async function addSolanaWallet(page: Page, { wallet, sign }: TestWallet) {
  await page.exposeFunction('signWithSolana', (bytes: number[]) => sign(Buffer.from(bytes).toString('utf8')))
  await page.addInitScript((address) => {
    const { signWithSolana } = window as unknown as { signWithSolana: (bytes: number[]) => Promise<string> }
    const signMessage = async ({ message }: { message: Uint8Array }) => {
      const hex = await signWithSolana([...message])
      return [{ signature: Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) }]
    }
    const connect = async () => ({ accounts: [{ address }] })
    const features = { 'standard:connect': { connect }, 'solana:signMessage': { signMessage } }
    window.addEventListener('wallet-standard:app-ready', (event) => {
      const { register } = (event as CustomEvent<{ register: (one: object) => void }>).detail
      register({ name: 'Ghost', features })
    })
  }, wallet.address)
}

test('API-07 a Solana wallet signs in after it was linked, too', async ({ page }) => {
  const person = await makeAccount()
  await addSolanaWallet(page, solanaWallet())
  await signInAs(page, person)
  const ways = await openSection(page, 'ways', here(''))
  await ways.getByRole('button', { name: 'Link Ghost' }).click()
  await expect(ways.getByRole('listitem').filter({ hasText: 'Solana wallet' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto(here('/auth'))
  await openMoreWays(page)
  await page.getByRole('button', { name: 'Continue with Ghost' }).click()
  await expect(page).toHaveURL(here('/dashboard'))
})

test('rejecting in the wallet changes nothing; without a wallet there is no button', async ({ page }) => {
  await page.goto(here('/auth'))
  await openMoreWays(page)
  await expect(page.getByRole('button', { name: 'Continue with a passkey' })).toBeVisible()
  await expect(page.getByRole('button', { name: /wallet|Fox/ })).toHaveCount(0)
  await addWallet(page, ethereumWallet(), { refuses: true })
  await page.reload()
  await openMoreWays(page)
  await withWallet(page).click()
  await expect(withWallet(page)).toBeEnabled()
  await expect(findToast(page)).not.toContainText(/\w/)
  await expect(page).toHaveURL(here('/auth'))
})
