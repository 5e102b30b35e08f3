import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { type FieldErrors, fieldErrors, LEAVING, sendForm, sendWhenRead, submitWithButton } from './form.tsx'
import { closeToast, toastNow } from '../toast.ts'

function refused(code: ApiError['code'], fields: Record<string, string> = {}) {
  return new ApiError({ status: 400, code, detail: 'No.', fields })
}

let path: string | null = '/form'
let steps: (FieldErrors | 'busy' | 'idle')[] = []
const view = {
  show: (errors: FieldErrors) => void steps.push(errors),
  setBusy: (busy: boolean) => void steps.push(busy ? 'busy' : 'idle'),
  getPath: () => path,
}

function explain() {
  return { title: 'Not saved' }
}

beforeEach(() => {
  path = '/form'
  steps = []
  closeToast()
})

test('a refusal has field errors; other failures do not', () => {
  expect(fieldErrors(refused('BAD_REQUEST', { password: 'Not it.' }))).toEqual({ password: 'Not it.' })
  expect(fieldErrors(refused('TOO_MANY'))).toEqual({})
  expect(fieldErrors(new Error('boom'))).toEqual({})
})

test('shows client-side errors, and sends nothing', async () => {
  const send = () => Promise.reject(new Error('sent'))
  await sendForm({ check: () => ({ title: 'Missing' }), send, explain }, view)
  await sendForm({ check: () => ({}), send, explain }, view)
  expect(steps).toEqual([{ title: 'Missing' }, {}])
  expect(toastNow()).toBeNull()
})

test('a form is busy until it is sent, without the previous errors', async () => {
  await sendForm({ check: () => null, send: () => Promise.resolve(), explain }, view)
  expect(steps).toEqual(['busy', {}, 'idle'])
})

test('a form that leads to another screen stays busy', async () => {
  await sendForm({ send: () => Promise.resolve(LEAVING), explain }, view)
  expect(steps).toEqual(['busy', {}])
})

test('shows field errors when the form stops being busy, after the explanation', async () => {
  const answered = Promise.withResolvers<null>()
  const sent = sendForm(
    { send: () => Promise.reject(refused('BAD_REQUEST', { title: 'No.' })), explain: () => answered.promise },
    view,
  )
  await Promise.resolve()
  expect(steps).toEqual(['busy', {}])
  answered.resolve(null)
  await sent
  expect(steps).toEqual(['busy', {}, { title: 'No.' }, 'idle'])
})

test('shows and explains a failure before the form can be sent again', async () => {
  const send = () => Promise.reject(refused('BAD_REQUEST', { title: 'Too long.' }))
  await sendForm({ send, explain }, view)
  expect(steps).toEqual(['busy', {}, { title: 'Too long.' }, 'idle'])
  expect(toastNow()).toMatchObject({ kind: 'error', title: 'Not saved' })
})

test('shows no toast if the screen shows the failure itself', async () => {
  await sendForm({ send: () => Promise.reject(refused('STALE')), explain: () => null }, view)
  expect(steps).toEqual(['busy', {}, {}, 'idle'])
  expect(toastNow()).toBeNull()
})

test('the form is busy during a confirmation, and sends nothing if the answer is no', async () => {
  const answered = Promise.withResolvers<boolean>()
  let sent = 0
  const send = () => Promise.resolve(void sent++)
  const asking = sendForm({ before: () => answered.promise, send, explain }, view)
  await Promise.resolve()
  expect(steps).toEqual(['busy', {}])
  answered.resolve(false)
  await asking
  expect([sent, steps]).toEqual([0, ['busy', {}, 'idle']])
  await sendForm({ before: () => Promise.resolve(true), send, explain }, view)
  expect(sent).toBe(1)
})

test.for(['/dashboard', null])(
  'sends nothing if the person has left for %s before the confirmation',
  async (next) => {
    const answered = Promise.withResolvers<boolean>()
    const send = () => Promise.reject(new Error('sent'))
    const asking = sendForm({ before: () => answered.promise, send, explain }, view)
    path = next
    answered.resolve(true)
    await asking
    expect(steps).toEqual(['busy', {}, 'idle'])
    expect(toastNow()).toBeNull()
  },
)

test('a failed confirmation is explained like any failure, and sends nothing', async () => {
  const send = () => Promise.reject(new Error('sent'))
  await sendForm({ before: () => Promise.reject(refused('STALE')), send, explain }, view)
  expect(steps).toEqual(['busy', {}, {}, 'idle'])
  expect(toastNow()).toMatchObject({ kind: 'error', title: 'Not saved' })
})

/** A form with one field, whose text is being read until `read` is called. */
function makeForm() {
  const field = { dataset: { unread: 'waiting' }, focused: 0, focus: () => void (field.focused += 1) }
  const form = { isConnected: true, querySelector: () => (field.dataset.unread ? field : null) }
  return { field, form: form as unknown as HTMLElement & { isConnected: boolean } }
}

test('a form is sent once its fields are read, unless the person has left it', async () => {
  let sent = 0
  const send = () => void sent++
  const leave: ((form: { isConnected: boolean }) => void)[] = [
    () => (path = '/dashboard'),
    (form) => (form.isConnected = false),
    () => undefined,
  ]
  for (const [at, act] of leave.entries()) {
    path = '/form'
    const { field, form } = makeForm()
    const sending = sendWhenRead(form, send, () => path ?? '')
    act(form)
    field.dataset.unread = ''
    await sending
    expect([sent, field.focused]).toEqual([at === 2 ? 1 : 0, 0])
  }
})

test('a form with a field that cannot be read focuses it, and is not sent', async () => {
  const { field, form } = makeForm()
  field.dataset.unread = 'wrong'
  await sendWhenRead(
    form,
    () => Promise.reject(new Error('sent')),
    () => '/form',
  )
  expect(field.focused).toBe(1)
})

test('Enter in a field submits its form with the button, which may be disabled', () => {
  const done: string[] = []
  const makeElements = (types: string[]) => types.map((type) => ({ type, click: () => void done.push(type) }))
  const submit = (types: string[]) =>
    submitWithButton({
      elements: makeElements(types),
      requestSubmit: () => void done.push('form'),
    } as unknown as HTMLFormElement)
  submit(['text', 'button', 'submit'])
  submit(['text'])
  submitWithButton(null)
  expect(done).toEqual(['submit', 'form'])
})
