import { expect, test } from 'vitest'
import { base58, ethereumWallet, solanaWallet } from '../../../../test/actors/wallet-keys.ts'
import { isSignedBy, shownAddress, walletMessage } from './wallet-signature.ts'

const parts = {
  site: new URL('https://nollie.example'),
  statement: 'Sign in to Nollie.',
  nonce: '32891756',
  from: new Date('2026-11-23T12:00:00Z'),
  to: new Date('2026-11-23T12:15:00Z'),
}

test('API-07 the message follows EIP-4361, with the address in ERC-55 form', () => {
  const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
  expect(walletMessage({ chain: 'ethereum', address }, parts).split('\n')).toEqual([
    'nollie.example wants you to sign in with your Ethereum account:',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '',
    'Sign in to Nollie.',
    '',
    'URI: https://nollie.example',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 32891756',
    'Issued At: 2026-11-23T12:00:00.000Z',
    'Expiration Time: 2026-11-23T12:15:00.000Z',
  ])
})

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('%s is formatted as in the examples of ERC-55', (address) => {
  expect(shownAddress({ chain: 'ethereum', address: address.toLowerCase() })).toBe(address)
})

// The example from web3.js's documentation.
const SIGNED =
  '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'
const EXAMPLE = { chain: 'ethereum', address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23' } as const

test('accepts a published signature of another program, but not for another text or address', () => {
  expect(isSignedBy(EXAMPLE, 'Some data', SIGNED)).toBe(true)
  expect(isSignedBy(EXAMPLE, 'Some date', SIGNED)).toBe(false)
  expect(isSignedBy({ ...EXAMPLE, address: `0x${'2'.repeat(40)}` }, 'Some data', SIGNED)).toBe(false)
})

test.each([
  ['Ethereum', ethereumWallet],
  ['Solana', solanaWallet],
])('API-07 accepts a signature of %s, but not a changed one', (_chain, make) => {
  const { wallet, sign } = make()
  const message = walletMessage(wallet, parts)
  const signature = sign(message)
  expect(isSignedBy(wallet, message, signature)).toBe(true)
  const changed = `${signature.slice(0, 20)}${signature[20] === '0' ? '1' : '0'}${signature.slice(21)}`
  const nonsense = ['00', 'ff', '01'].map((byte) => byte.repeat(signature.replace('0x', '').length / 2))
  const other = make().sign(message)
  for (const one of [changed, other, ...nonsense, '', '0x', signature.slice(0, -2), `${signature}00`])
    expect(isSignedBy(wallet, message, one)).toBe(false)
})

test('also accepts a parity that counts from zero', () => {
  const { wallet, sign } = ethereumWallet()
  const signature = sign('Hello')
  const parity = Number.parseInt(signature.slice(-2), 16) - 27
  expect(isSignedBy(wallet, 'Hello', `${signature.slice(0, -2)}0${parity}`)).toBe(true)
  expect(isSignedBy(wallet, 'Hello', `${signature.slice(0, -2)}0${1 - parity}`)).toBe(false)
})

test('a publicly known Solana key signs no one in', () => {
  // The identity point, for which a lenient check would accept a signature on any message.
  const key = Buffer.alloc(32)
  key[0] = 1
  const wallet = { chain: 'solana', address: base58(key) } as const
  expect(isSignedBy(wallet, 'Hello', Buffer.concat([key, Buffer.alloc(32)]).toString('hex'))).toBe(false)
})
