import { expect, test } from 'vitest'
import { seal, unseal } from './encrypted-text.ts'

const SECRET = 'a secret of at least thirty-two characters'

test('V11.3.3 encrypted text can be read only if unchanged, with the same secret and purpose', async () => {
  const sealed = await seal(SECRET, 'keys', 'the text')
  expect(await unseal(SECRET, 'keys', sealed)).toBe('the text')
  expect(await unseal(`${SECRET} of others`, 'keys', sealed)).toBeNull()
  expect(await unseal(SECRET, 'other keys', sealed)).toBeNull()
  expect(await seal(SECRET, 'keys', 'the text')).not.toBe(sealed)
  const parts = sealed.split('.')
  for (const changed of [2, 3, 4]) {
    const bytes = Buffer.from(parts[changed] ?? '', 'base64url')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    const forged = parts.with(changed, bytes.toString('base64url')).join('.')
    expect(await unseal(SECRET, 'keys', forged)).toBeNull()
  }
})
