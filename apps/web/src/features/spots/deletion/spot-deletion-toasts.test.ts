import type { ErrorCode } from '@nollie/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { deletedText, failedLine, failedText } from './spot-deletion-toasts.ts'

function error(code: ErrorCode) {
  return new ApiError({ status: 500, code, detail: 'x' })
}

test('SPOT-22 C-03 on a card, the first set of texts says what wasn’t deleted', () => {
  expect(deletedText('card').description).toBe('Spot and associated posts deleted successfully.')
  expect(failedText('card', error('POSTS_NOT_DELETED')).description).toBe(
    'Failed to delete associated posts. Please try again.',
  )
  for (const other of [error('INTERNAL'), new Error('no network')])
    expect(failedText('card', other).description).toBe('Failed to delete spot. Please try again.')
})

test.each(['page', 'list'] as const)('SPOT-23 C-03 on the %s, uses the second set of texts', (from) => {
  expect(deletedText(from)).toEqual({
    title: 'Spot deleted',
    description: 'The spot and associated posts have been successfully deleted.',
  })
  expect(failedText(from, error('POSTS_NOT_DELETED')).description).toBe(
    'Failed to delete the spot. Please try again.',
  )
})

test('ERR-03 the console says what wasn’t deleted', () => {
  expect(failedLine(error('POSTS_NOT_DELETED'))).toBe('Failed to delete associated posts')
  expect(failedLine(new Error('no network'))).toBe('Failed to delete spot')
})
