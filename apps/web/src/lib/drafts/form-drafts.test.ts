import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textDraft } from './text-draft.ts'
import { makeFormDrafts } from './form-drafts.ts'
import { ApiError } from '../api.ts'
import { makeBoxes } from './stored-form-drafts.ts'

// Storage and its cross-tab events, which Node doesn't have.
let stored: Map<string, string>
let tabs: EventTarget
beforeEach(() => {
  stored = new Map()
  tabs = new EventTarget()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs))
})
afterEach(() => vi.unstubAllGlobals())

const BLANK = { title: '', text: '' }
/** Creates a form that shows its draft while it's being sent. */
function aForm() {
  return makeFormDrafts({ prefix: 'test.form', ...textDraft(BLANK) })
}

/** Creates a field that is cleared when it's sent, with or without `giveBack`. */
function aField(returns: boolean) {
  return makeFormDrafts<string, { typed: string }>({
    prefix: 'test.field',
    blank: '',
    isBlank: (text) => text === '',
    readDraft: String,
    readSent: ({ typed }) => ({ typed: String(typed) }),
    ...(returns && { giveBack: ({ typed }, since) => [typed, since].filter(Boolean).join('\n') }),
    explain: (error) => (error instanceof ApiError && error.status !== 0 ? error.detail : null),
  })
}

function refuse() {
  return Promise.reject(new ApiError({ status: 409, code: 'NOT_ALLOWED', detail: 'No.' }))
}

function lose() {
  return Promise.reject(new ApiError({ status: 0, code: 'OFFLINE', detail: '' }))
}

test('stores a draft until it is blank or cleared, by name', () => {
  const form = aForm()
  form.write('ada', { title: 'Wax', text: '' })
  expect(form.at('ada').draft.title).toBe('Wax')
  expect(form.at('ben').draft).toEqual(BLANK)
  expect(aForm().at('ada').draft.title).toBe('Wax')
  form.write('ada', BLANK)
  expect(stored.size).toBe(0)
  form.write('ada', { title: 'Wax', text: '' })
  form.clear('ada')
  expect(stored.size).toBe(0)
})

test('ignores unreadable stored data', () => {
  for (const junk of ['{', '7', '{"draft":7,"outgoing":[null,{"key":1}],"attempt":"x"}']) {
    stored.set('test.form.ada', junk)
    expect(aForm().at('ada')).toEqual({ draft: BLANK, attempt: null, isSending: false, outgoing: [] })
  }
})

test('ignores a second submit during the first, and stores the draft until it is cleared', async () => {
  const form = aForm()
  form.write('ada', { title: 'Wax', text: '' })
  const keys: string[] = []
  let answer: (made: string) => void = () => undefined
  const submit = () =>
    form.submit('ada', async (send) => {
      const post = (_: string, key: string) =>
        new Promise<string>((resolve) => {
          keys.push(key)
          answer = resolve
        })
      expect(await send('{}', post)).toBe('made')
      form.clear('ada')
    })
  const done = submit()
  await submit()
  expect(keys).toHaveLength(1)
  expect(form.at('ada')).toMatchObject({ isSending: true, draft: { title: 'Wax' } })
  answer('made')
  await done
  expect(form.at('ada')).toEqual({ draft: BLANK, attempt: null, isSending: false, outgoing: [] })
})

test('retries an unanswered submit with the same key, even after a reload; other content gets another key', async () => {
  const keys: string[] = []
  const submit = (body: string) =>
    aForm()
      .submit('ada', (send) =>
        send(body, (_, key) => {
          keys.push(key)
          return lose()
        }),
      )
      .catch((error: ApiError) => error.code)
  expect(await submit('{"a":1}')).toBe('OFFLINE')
  await submit('{"a":1}')
  await submit('{"a":2}')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('sending empties the field, and stores the item until it is confirmed', async () => {
  const field = aField(true)
  field.write('ada', 'on its way')
  const sent = field.send('ada', { typed: 'on its way' }, '{}', () => Promise.resolve('made'))
  expect(field.at('ada')).toMatchObject({ draft: '', outgoing: [{ typed: 'on its way', state: 'sending' }] })
  expect([...stored.values()].join()).toContain('on its way')
  expect(await sent).toBe('made')
  expect(field.at('ada').outgoing).toEqual([])
  expect(stored.size).toBe(0)
})

test('a failed item goes back in front of text typed since; if unchanged, it is sent with the same key', async () => {
  const field = aField(true)
  const keys: string[] = []
  const post = (_: string, key: string) => {
    keys.push(key)
    return refuse()
  }
  await expect(field.send('ada', { typed: 'one' }, '{}', post)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(field.at('ada')).toMatchObject({ draft: 'one', outgoing: [] })
  const again = field.send('ada', { typed: 'one' }, '{}', post)
  field.write('ada', 'two')
  await expect(again).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(field.at('ada').draft).toBe('one\ntwo')
  expect(keys[1]).toBe(keys[0])
})

test('after a reload, unconfirmed items are back in the field or listed as failed', () => {
  const sending = aField(true)
  sending.write('ada', 'typed since')
  void sending.send('ada', { typed: 'one' }, '{"n":1}', () => new Promise(() => undefined))
  void sending.send('ada', { typed: 'two' }, '{"n":2}', () => new Promise(() => undefined))
  sending.write('ada', 'three')
  expect(aField(true).at('ada')).toMatchObject({ draft: 'one\ntwo\nthree', outgoing: [] })
  expect(aField(false).at('ada')).toMatchObject({
    draft: 'three',
    outgoing: [
      { typed: 'one', state: 'failed', why: null },
      { typed: 'two', state: 'failed', why: null },
    ],
  })
})

test('sends listed items one by one, shows why they were refused, and can retry or discard them', async () => {
  const field = aField(false)
  const order: string[] = []
  const post = (body: string) => {
    order.push(body)
    return body === '1' ? refuse() : lose()
  }
  const both = ['1', '2'].map((body) => field.send('ada', { typed: body }, body, post).catch(() => null))
  await Promise.all(both)
  expect(order).toEqual(['1', '2'])
  expect(field.at('ada').outgoing).toMatchObject([
    { state: 'failed', why: 'No.' },
    { state: 'failed', why: null },
  ])
  const [first, second] = field.at('ada').outgoing
  await field.again('ada', first?.key ?? '', () => Promise.resolve(null))
  field.discard('ada', second?.key ?? '')
  expect(field.at('ada').outgoing).toEqual([])
})

test('resolves settled() when nothing is unconfirmed', async () => {
  const field = aField(true)
  let arrive: (made: null) => void = () => undefined
  void field.send('ada.1', { typed: 'one' }, '{}', () => new Promise((resolve) => (arrive = resolve)))
  const seen: string[] = []
  const mine = field.settled((name) => name.startsWith('ada.')).then(() => seen.push('ada'))
  await field.settled((name) => name.startsWith('ben.')).then(() => seen.push('ben'))
  arrive(null)
  await mine
  expect(seen).toEqual(['ben', 'ada'])
})

test('reads a box again when another tab changed it', () => {
  const here = aForm()
  here.write('ada', { title: 'Wax', text: '' })
  stored.delete('test.form.ada')
  tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'test.form.ada' }))
  expect(here.at('ada').draft).toEqual(BLANK)
})

test('does not resend a draft that another tab has sent', () => {
  const boxes = makeBoxes<string, object>({
    prefix: 'test.shown',
    blank: '',
    isBlank: (text) => text === '',
    readDraft: String,
  })
  const shown: string[] = []
  const watching = boxes.watch('ada', ({ draft }) => shown.push(draft))
  const elsewhere = (draft: string | null) => {
    if (draft === null) stored.delete('test.shown.ada')
    else stored.set('test.shown.ada', JSON.stringify({ draft, attempt: null, outgoing: [] }))
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'test.shown.ada' }))
  }
  boxes.change('ada', { draft: 'a line' })
  elsewhere('a line, longer')
  elsewhere(null)
  expect(shown).toEqual(['a line', 'a line, longer', ''])
  // This tab's pending send isn't replaced until its response arrives.
  boxes.change('ada', { draft: 'another', isSending: true })
  elsewhere(null)
  expect(boxes.at('ada').draft).toBe('another')
  watching.unsubscribe()
})
