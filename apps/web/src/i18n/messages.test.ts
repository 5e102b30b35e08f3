import { expect, test } from 'vitest'
import { catalogueOf, say } from '../../vite/texts.ts'
import { m } from './messages.ts'

test('a build says the same as the texts of tests and of development', () => {
  const inputs = { count: 3, shown: '3', name: 'Ada', at: 2, total: 9, title: 'Ledge' }
  for (const [name, text] of catalogueOf('en')) {
    const message = m[name as keyof typeof m] as (inputs: object) => string
    expect(say('en', text, inputs), name).toBe(message(inputs))
  }
})
