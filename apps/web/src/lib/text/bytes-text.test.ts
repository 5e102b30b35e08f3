import { expect, test } from 'vitest'
import { bytesText } from './bytes-text.ts'

test('formats sizes in a readable unit', () => {
  expect(bytesText(0)).toBe('0 B')
  expect(bytesText(640)).toBe('640 B')
  expect(bytesText(999_600)).toBe('1 MB')
  expect(bytesText(1_234_567)).toBe('1.2 MB')
  expect(bytesText(48_900_000_000)).toBe('49 GB')
  expect(bytesText(5_000_000_000_000)).toBe('5000 GB')
})
