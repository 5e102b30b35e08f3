import { expect, test } from 'vitest'
import { nameTypedAt } from './mention-suggestions.tsx'

test('suggests a name from two letters after an @ at the caret, never within a name or an address', () => {
  const at = (text: string) => nameTypedAt(text, text.length)
  expect(at('@a')).toBe(null)
  expect(at('@ad')).toBe('ad')
  expect(at('Ask @in\u00ea')).toBe('in\u00ea')
  expect(at('(@ada.b_1')).toBe('ada.b_1')
  expect(at('で@be')).toBe('be')
  expect(at('感谢@be')).toBe('be')
  expect(at('明日は＠be')).toBe('be')
  expect(at('ken＠be')).toBe(null)
  for (const text of ['ada@example', 'https://x.org/@ada', '@ada ', '@@ada', 'plain', `@${'a'.repeat(31)}`])
    expect(at(text), text).toBe(null)
  expect(nameTypedAt('@ada and more', 4)).toBe('ada')
  expect(nameTypedAt('@ada and more', 9)).toBe(null)
})
