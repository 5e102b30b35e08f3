import { expect, test } from 'vitest'
import { readValues } from './stored-values.ts'

const BLANK = { title: '', content: '', category: 'general' }

test('DSC-07 what is kept of a form is read back, and nothing else', () => {
  const attempt = { key: 'k', text: '{}', unanswered: true }
  expect(readValues({ title: 'Wax', content: 'Which?', extra: 1, attempt }, BLANK)).toEqual({
    title: 'Wax',
    content: 'Which?',
    category: 'general',
    attempt,
  })
  for (const broken of [null, 7, 'x', { title: 7, attempt: 'x' }])
    expect(readValues(broken, BLANK)).toEqual({ ...BLANK, attempt: null })
})
