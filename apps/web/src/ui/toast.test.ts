import { expect, test } from 'vitest'
import { closeToast, toast, toastLife, toastNow } from './toast.ts'

test('LIMIT-09 a second toast replaces the first', () => {
  toast({ title: 'one' })
  const first = toastNow()
  toast({ title: 'two' })
  expect(toastNow()?.title).toBe('two')
  closeToast(first?.id)
  expect(toastNow()?.title).toBe('two')
  closeToast(toastNow()?.id)
  expect(toastNow()).toBeNull()
})

test('LIMIT-10 C-17 P-07 a toast stays about five seconds by default', () => {
  expect(toastLife({ title: 'x' }, false)).toBe(5000)
  expect(toastLife({ title: 'x', duration: 2000 }, false)).toBe(2000)
  expect(toastLife({ title: 'x' }, true)).toBeGreaterThan(600_000)
})
