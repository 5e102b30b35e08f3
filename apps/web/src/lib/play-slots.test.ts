import { expect, test } from 'vitest'
import { makePlaySlots } from './play-slots.ts'

test('DISC-16 only so many videos play at once; the next begins when one leaves', () => {
  const { enter } = makePlaySlots(2)
  const told: string[] = []
  const watch = (name: string) => enter((playing) => told.push(`${name}${playing ? '+' : '-'}`))
  const leaveA = watch('a')
  watch('b')
  const leaveC = watch('c')
  watch('d')
  expect(told).toEqual(['a+', 'b+'])
  leaveC()
  expect(told).toEqual(['a+', 'b+'])
  leaveA()
  leaveA()
  expect(told).toEqual(['a+', 'b+', 'a-', 'd+'])
})
