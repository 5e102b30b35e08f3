import { expect } from 'vitest'
import { getOutcome } from '../../../test/actor.ts'
import { test } from '../../../test/fixtures.ts'

test('if there is no service, nothing is offered or called', async ({ ada }) => {
  const { id } = await ada.startDiscussion({ title: 'Cera', content: 'Hola' })
  expect(await ada.getTranslationService()).toEqual({ is_offered: false })
  expect(await getOutcome(ada.translate({ kind: 'discussion', id, language: 'en' }))).toBe('NOT_FOUND')
})
