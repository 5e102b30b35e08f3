import { expect, test } from 'vitest'
import { endsSession, readReturn } from './provider-return.ts'

test('a return address has a code, an error, or neither', () => {
  const at = (search: string, hash = '') => readReturn({ search, hash })
  expect(at('?code=c&state=s&iss=https%3A%2F%2Fa.example')).toEqual({
    kind: 'code',
    code: 'c',
    state: 's',
    iss: 'https://a.example',
  })
  expect(at('?code=c&state=s')).toEqual({ kind: 'code', code: 'c', state: 's' })
  expect(at('?error=access_denied&state=s&code=c')).toEqual({ kind: 'error', error: 'access_denied' })
  expect(at('', '#error=server_error&error_code=identity_not_found')).toEqual({
    kind: 'error',
    error: 'identity_not_found',
  })
  for (const search of ['', '?code=c', '?state=s', '?error=']) expect(at(search)).toEqual({ kind: 'empty' })
})

test('AUTH-22 AUTH-23 every error ends the session, except three linking errors', () => {
  expect(['access_denied', 'server_error', 'identity_taken', ''].filter(endsSession)).toHaveLength(4)
  const harmless = ['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable']
  expect(harmless.filter(endsSession)).toEqual([])
})
