import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

// The web client has one form component and one list component.
const WEB = 'apps/web/src/'

function filesWith(pattern: RegExp) {
  return sources()
    .filter((path) => path.startsWith(WEB) && !/\.test\.tsx?$/.test(path) && pattern.test(read(path)))
    .map((path) => path.slice(WEB.length))
}

const OWN_FORM = /<form\b|\bonSubmit=\{\((?:event|e)\)/
test('only ui/forms/form.tsx creates a form element', () => {
  expect('<form onSubmit={submit} noValidate>').toMatch(OWN_FORM)
  expect('<form\n  className="x"').toMatch(OWN_FORM)
  expect('<Form onSend={submit}>').not.toMatch(OWN_FORM)
  expect(filesWith(OWN_FORM)).toEqual(['ui/forms/form.tsx'])
})

test('every form is sent by the hook, or through the outbox', () => {
  // The dialog gets the hook's result.
  const forms = filesWith(/<Form(?:Dialog)?\b/).filter((path) => path !== 'ui/forms/form-dialog.tsx')
  expect(forms.length).toBeGreaterThan(12)
  // Some forms have their hook in a separate file.
  const HOOKS: Record<string, string> = {
    'features/checks/check-dialog.tsx': 'features/checks/use-check-form.ts',
    'features/feed/post-edit/edit-post-dialog.tsx': 'features/feed/post-edit/use-post-edit.ts',
    'features/moderation/members.tsx': 'features/moderation/use-moderation-action.ts',
    'features/profiles/edit/edit-profile-form.tsx': 'features/profiles/edit/use-profile-edit.ts',
    'features/share/share-form.tsx': 'features/share/use-share-submit.ts',
    'features/spots/edit/edit-spot-dialog.tsx': 'features/spots/edit/use-spot-edit.ts',
  }
  const without = forms.filter((path) => !/\buseForm\(/.test(read(WEB + (HOOKS[path] ?? path))))
  expect(without).toEqual(['ui/forms/compose-form.tsx'])
})

const OWN_PAGES = /\bisFetchNextPageError\b|<NextPage\b/
test('paginated lists show their states with ui/list-states.tsx', () => {
  expect('failed={comments.isFetchNextPageError}').toMatch(OWN_PAGES)
  expect('<NextPage pages={query} />').toMatch(OWN_PAGES)
  expect(filesWith(OWN_PAGES)).toEqual([
    // Has a button, so that keyboard users can load more comments without scrolling to the end.
    'features/comments/comment-list.tsx',
    // Loads earlier pages at the top instead of more pages at the bottom.
    'features/messages/conversation/message-log.tsx',
    'ui/list-states.tsx',
  ])
})

const OWN_ITEMS = /\bpages\.flatMap\(/
test('paginated lists read their rows with lib/paging.ts', () => {
  expect('query.data?.pages.flatMap(({ items }) => items) ?? []').toMatch(OWN_ITEMS)
  expect(filesWith(OWN_ITEMS)).toEqual(['lib/paging.ts'])
})
