import { expect } from 'vitest'
import { getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

test('if there is no service, nothing is offered or called', async ({ ada }) => {
  const { id } = await ada.startDiscussion({ title: 'Cera', content: 'Hola' })
  expect(await ada.getTranslationService()).toEqual({ is_offered: false })
  expect(await getOutcome(ada.translate({ kind: 'discussion', id, language: 'en' }))).toBe('NOT_FOUND')
})
