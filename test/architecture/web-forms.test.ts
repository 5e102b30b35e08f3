import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

// How the web client asks and lists: one form, one list.
const WEB = 'apps/web/src/'
const filesWith = (pattern: RegExp) =>
  sources()
    .filter((path) => path.startsWith(WEB) && !/\.test\.tsx?$/.test(path) && pattern.test(read(path)))
    .map((path) => path.slice(WEB.length))

const OWN_FORM = /<form\b|\bonSubmit=\{\((?:event|e)\)/
test('a form is made by ui/form.tsx', () => {
  expect('<form onSubmit={submit} noValidate>').toMatch(OWN_FORM)
  expect('<form\n  className="x"').toMatch(OWN_FORM)
  expect('<Form onSend={submit}>').not.toMatch(OWN_FORM)
  expect(filesWith(OWN_FORM)).toEqual(['ui/form.tsx'])
})

test('every form says what happens when it is sent by the hook, or empties itself into the outbox', () => {
  // The dialog for forms is given what the hook returned.
  const forms = filesWith(/<Form(?:Dialog)?\b/).filter((path) => path !== 'ui/form-dialog.tsx')
  expect(forms.length).toBeGreaterThan(12)
  // The hook of an edit stands in a file of its own, beside its form.
  const HOOKS: Record<string, string> = {
    'features/checks/check-dialog.tsx': 'features/checks/use-check-form.ts',
    'features/feed/edit-post-dialog.tsx': 'features/feed/use-post-edit.ts',
    'features/moderation/members.tsx': 'features/moderation/use-moderation-action.ts',
    'features/profiles/edit-profile-form.tsx': 'features/profiles/use-profile-edit.ts',
    'features/share/share-form.tsx': 'features/share/use-share-submit.ts',
    'features/spots/edit-spot-dialog.tsx': 'features/spots/use-spot-edit.ts',
  }
  const without = forms.filter((path) => !/\buseForm\(/.test(read(WEB + (HOOKS[path] ?? path))))
  expect(without).toEqual(['ui/compose-form.tsx'])
})

const OWN_PAGES = /\bisFetchNextPageError\b|<NextPage\b/
test('a list in pages shows its states by ui/list-states.tsx', () => {
  expect('failed={comments.isFetchNextPageError}').toMatch(OWN_PAGES)
  expect('<NextPage pages={query} />').toMatch(OWN_PAGES)
  expect(filesWith(OWN_PAGES)).toEqual([
    // Keyboards load more comments by a button that is there before the end comes into view.
    'features/comments/comment-list.tsx',
    // Its pages are above, not below.
    'features/messages/message-log.tsx',
    'ui/list-states.tsx',
  ])
})

const OWN_ITEMS = /\bpages\.flatMap\(/
test('the rows of a list in pages are read by lib/paging.ts', () => {
  expect('query.data?.pages.flatMap(({ items }) => items) ?? []').toMatch(OWN_ITEMS)
  expect(filesWith(OWN_ITEMS)).toEqual(['lib/paging.ts'])
})
