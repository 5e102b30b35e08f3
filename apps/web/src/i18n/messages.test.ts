import { expect, test } from 'vitest'
import { catalogueOf, say } from '../../vite/texts.ts'
import { m as messages } from './messages.ts'

test('a build says the same as the texts of tests and of development', () => {
  const inputs = { count: 3, shown: '3', name: 'Ada', at: 2, total: 9, title: 'Ledge' }
  for (const [name, text] of catalogueOf('en')) {
    const message = messages[name as keyof typeof messages] as (inputs: object) => string
    expect(say('en', text, inputs), name).toBe(message(inputs))
  }
})
