import { expect, test, vi } from 'vitest'
import { makeObstacle, buildFactDraftName, readDraft } from './fact-draft.ts'
import { putBack, waitingText, type WaitingFacts } from './waiting-facts.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
})

const ID = '11111111-1111-4111-8111-111111111111'
const GONE = '22222222-2222-4222-8222-222222222222'
const ledge = { ...makeObstacle('ledge'), height_cm: 45 }
const waiting: WaitingFacts = {
  spot_id: 'spot',
  spot_name: 'Quiet Banks',
  body: {
    facts: { surface: 'smooth', toilet: null },
    obstacles: [
      { id: ID, obstacle: ledge },
      { id: GONE, obstacle: null },
    ],
  },
}

test('the outbox describes a queued suggestion', () => {
  expect(waitingText(waiting.body)).toBe(
    'Ground: Smooth · Restroom: Unknown · Ledge: 45 cm high · Obstacle: Not listed',
  )
})

test('puts a queued suggestion back into its form, unless the form has other content', () => {
  const name = buildFactDraftName('ada', 'spot')
  expect(putBack('ada', waiting)).toBe(true)
  const draft = readDraft(JSON.parse(stored.get(name) ?? 'null'))
  expect(draft).toEqual({ facts: waiting.body.facts, obstacles: { [ID]: ledge, [GONE]: null } })
  expect(putBack('ada', { ...waiting, body: { facts: { surface: 'rough' } } })).toBe(false)
  expect(putBack('ben', waiting)).toBe(true)
  expect(readDraft(JSON.parse(stored.get(name) ?? 'null'))).toEqual(draft)
})
