import { expect, test } from 'vitest'
import { makePlaySlots } from './play-slots.ts'

test('DISC-16 limits how many videos play at the same time; the next one starts when another leaves', () => {
  const { enter } = makePlaySlots(2)
  const events: string[] = []
  const watch = (name: string) => enter((playing) => events.push(`${name}${playing ? '+' : '-'}`))
  const leaveA = watch('a')
  watch('b')
  const leaveC = watch('c')
  watch('d')
  expect(events).toEqual(['a+', 'b+'])
  leaveC()
  expect(events).toEqual(['a+', 'b+'])
  leaveA()
  leaveA()
  expect(events).toEqual(['a+', 'b+', 'a-', 'd+'])
})
