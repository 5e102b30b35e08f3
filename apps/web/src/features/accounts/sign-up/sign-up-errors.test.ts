import { expect, test } from 'vitest'
import { signUpErrors } from './sign-up-errors.ts'

const GOOD = {
  username: 'Lu_Skates.99',
  email: 'lu@example.com',
  password: 'nose slide',
  confirm: 'nose slide',
}

test('valid values have no errors', () => {
  expect(signUpErrors(GOOD)).toEqual({})
  expect(signUpErrors({ ...GOOD, username: ' ｌｕｕ ' })).toEqual({})
})

test('reports the errors of all fields at the same time', () => {
  const bad = { username: 'x y', email: 'lu@example', password: 'short', confirm: 'shirt' }
  expect(signUpErrors(bad)).toEqual({
    username: 'Use only letters, numbers, underscores, and periods.',
    email: 'That’s not a valid email address.',
    password: 'Use at least 8 characters.',
    confirm: 'Passwords don’t match.',
  })
  const empty = { username: ' ', email: '', password: '', confirm: '' }
  expect(Object.keys(signUpErrors(empty))).toEqual(['username', 'email', 'password'])
  expect(signUpErrors({ ...GOOD, username: 'xy' }).username).toContain('3 to 30')
  expect(signUpErrors({ ...GOOD, confirm: '' }).confirm).toBe('Enter your password again.')
})
