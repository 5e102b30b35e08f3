import { expect, test } from 'vitest'
import { readCatalogue, say } from '../../vite/texts.ts'
import { m as messages } from './messages.ts'

test('builds, tests and development use the same texts', () => {
  const inputs = { count: 3, shown: '3', name: 'Ada', at: 2, total: 9, title: 'Ledge' }
  for (const [name, text] of readCatalogue('en')) {
    const message = messages[name as keyof typeof messages] as (inputs: object) => string
    expect(say('en', text, inputs), name).toBe(message(inputs))
  }
})
