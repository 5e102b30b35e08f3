import { expect, test } from 'vitest'
import { isolateText } from './isolate-text.ts'

test.for(['مكان 5!', 'מקום (ABC)', 'Ada پارک', '𞤀𞤣𞤤𞤢𞤥', 'ﷲ', 'ܫܠܡܐ'])('isolates %s', (text) => {
  expect(isolateText(text)).toBe(`\u2068${text}\u2069`)
})

test.for(['', 'Ada', 'Łódź 12!', '駒沢公園', 'पार्क', 'ปู่ย่า', '🛹', '“Ada” — 5 €'])(
  'leaves %s unchanged',
  (text) => {
    expect(isolateText(text)).toBe(text)
  },
)
