import { expect, type Page } from '@playwright/test'
import type { Account } from './accounts.ts'
import { type Form, HOSTILE, HOSTILE_NAME, succeeded } from './forms.ts'
import { choose } from './menu.ts'
import type { Somebody } from './people.ts'
import { addPost, openFeedAt } from './posts.ts'
import { openSection } from './settings.ts'
import { aPhoto, shareSpot, uploadFile } from './share.ts'
import { choosePhotos, fillForm, openForm, submit } from './share-form.ts'
import { fetchUserId } from './request-as-page.ts'
import { act, itemPath, postComment } from './comments.ts'

/** The person who uses a form, and someone else who has a spot with a photo. */
export type Scene = {
  page: Page
  member: Account
  other: Somebody
  spot: { id: string; post_id: string }
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function dialog(page: Page, name: string | RegExp) {
  return page.getByRole('dialog', { name })
}

function panel(page: Page) {
  return page.getByRole('region', { name: 'Comments' })
}

async function openSpot(page: Page, id: string) {
  await page.goto(`/spots/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return button(page, 'Spot actions')
}

// Clicks the opener only if the form isn't open.
async function unless(there: ReturnType<Page['locator']>, opener: ReturnType<Page['locator']>) {
  await expect(there.or(opener).first()).toBeVisible()
  if (!(await there.isVisible())) await opener.click()
  await expect(there).toBeVisible()
}

function settingsForm(
  anchor: string,
  name: string,
  opener: string,
  more: Pick<Form, 'fields' | 'choose' | 'request' | 'done'>,
  send: string,
) {
  return (): Form => ({
    open: async (page) => {
      await openSection(page, anchor)
      await unless(page.getByRole('form', { name }), button(page, opener))
    },
    ...more,
    send: (page) => page.getByRole('form', { name }).getByRole('button', { name: send, exact: true }),
    isSecret: true,
  })
}

/** Forms for members. Each is created for a {@link Scene}. */
export const FORMS_OF_MEMBERS: Record<string, (scene: Scene) => Form | Promise<Form>> = {
  'share spot': () => ({
    open: async (page) => {
      await openForm(page)
      if (await page.getByRole('button', { name: 'Stairs', pressed: true }).isVisible())
        return expect(page.locator('.media-grid_tile[data-step=ready]')).toHaveCount(1)
      await fillForm(page)
      await choosePhotos(page)
    },
    fields: (page) => [
      [page.getByLabel('Spot name'), HOSTILE],
      [page.getByLabel('Description'), HOSTILE],
      [page.getByLabel('Address'), HOSTILE],
    ],
    send: submit,
    request: ['POST', /api\/spots$/],
    waits: true,
    done: (page) => expect(page).toHaveURL('/dashboard'),
  }),
  'bust report': ({ spot }) => {
    const report = (page: Page) => dialog(page, 'How was your session?')
    return {
      open: async (page) => {
        await openSpot(page, spot.id)
        await unless(report(page), button(page, 'Tell us how it went'))
      },
      fields: () => [],
      choose: async (page) => {
        await report(page).getByLabel('Kicked out').check()
        await report(page).getByLabel('Police').check()
      },
      send: (page) => report(page).getByRole('button', { name: 'Send' }),
      request: ['PUT', /busts$/],
      done: succeeded,
      waits: true,
    }
  },
  'edit spot': async (scene) => {
    const { id } = await shareSpot(scene.page.request)
    const edit = (page: Page) => dialog(page, 'Edit Spot')
    return {
      open: async (page) => {
        await choose(page, await openSpot(page, id), 'Edit Spot', edit(page))
        await expect(edit(page).getByLabel('Spot name')).not.toHaveValue('')
      },
      fields: (page) => [
        [edit(page).getByRole('textbox', { name: 'Spot name' }), HOSTILE],
        [edit(page).getByLabel('Description'), HOSTILE],
      ],
      send: (page) => edit(page).getByRole('button', { name: 'Save', exact: true }),
      request: ['PATCH', /api\/spots\/[\w-]+$/],
      done: succeeded,
    }
  },
  'add media': ({ spot }) => ({
    open: async (page) => {
      await openSpot(page, spot.id)
      await button(page, 'Add Media').click()
      await expect(dialog(page, /^Add Media to /)).toBeVisible()
    },
    fields: (page) => [
      [dialog(page, /^Add Media to /).getByLabel('Title'), HOSTILE],
      [dialog(page, /^Add Media to /).getByLabel('Description'), HOSTILE],
    ],
    send: (page) => dialog(page, /^Add Media to /).getByRole('button', { name: 'Share', exact: true }),
    request: ['POST', /api\/posts$/],
    waits: true,
    done: succeeded,
  }),
  'edit post': async ({ page: first, member, spot }) => {
    const title = `Nose ${member.username}`
    await addPost(first.request, spot.id, { title, content: 'Old words.', media_ids: [] })
    const edit = (page: Page) => dialog(page, 'Edit post')
    return {
      open: async (page) => {
        const card = await openFeedAt(page, title)
        await choose(
          page,
          card.getByRole('button', { name: /^More options for .*’s post$/ }),
          'Edit post',
          edit(page),
        )
      },
      fields: (page) => [
        [edit(page).getByLabel('Title'), HOSTILE],
        [edit(page).getByLabel('Description'), HOSTILE],
      ],
      send: (page) => edit(page).getByRole('button', { name: 'Save', exact: true }),
      request: ['PATCH', /api\/posts\/[\w-]+$/],
      done: succeeded,
    }
  },
  comment: ({ spot }) => ({
    open: async (page) =>
      void (await page.goto(itemPath(spot, { post_id: spot.post_id, media_index: 0 }, true))),
    fields: (page) => [[panel(page).locator('textarea'), HOSTILE]],
    send: (page) => panel(page).getByRole('button', { name: 'Post', exact: true }),
    request: ['POST', /posts\/[\w-]+\/comments$/],
    waits: true,
    done: (page) => expect(panel(page).locator('.comments_comment time').first()).toHaveText('Just now'),
  }),
  reply: async ({ page: first, spot, member }) => {
    const item = { post_id: spot.post_id, media_index: 0 }
    const text = `Clean, ${member.username}`
    await postComment(first.request, item, text)
    return {
      open: async (page) => {
        await page.goto(itemPath(spot, item, true))
        const comment = panel(page).locator('.comments_list > li').filter({ hasText: text })
        await comment.getByRole('button', { name: /^Reply/ }).click()
      },
      fields: (page) => [[panel(page).getByRole('textbox', { name: /^Reply/ }), HOSTILE]],
      send: (page) => panel(page).getByRole('button', { name: 'Post', exact: true }),
      request: ['POST', /posts\/[\w-]+\/comments$/],
      waits: true,
      done: (page) =>
        expect(
          panel(page)
            .locator('.comments_list > li')
            .filter({ hasText: text })
            .locator('.comments_replies .comments_comment time'),
        ).toHaveCount(1),
    }
  },
  'edit profile': ({ member }) => ({
    open: async (page) => {
      await page.goto('/profile')
      await unless(page.getByLabel('Display Name'), button(page, 'Edit Profile'))
    },
    fields: (page) => [
      [page.getByLabel('Username'), member.username],
      [page.getByLabel('Display Name'), HOSTILE_NAME],
      [page.getByLabel('Bio'), HOSTILE],
      [page.getByLabel('Instagram'), 'instagram.com/maya'],
    ],
    send: (page) => button(page, 'Save'),
    request: ['PATCH', /api\/profile$/],
    done: succeeded,
  }),
  'new discussion': () => {
    const form = (page: Page) => page.getByRole('form', { name: 'New discussion' })
    return {
      open: async (page) => {
        await page.goto('/community')
        await unless(form(page), button(page, 'Start New Discussion'))
      },
      fields: (page) => [
        [form(page).getByLabel('Title'), HOSTILE],
        [form(page).locator('textarea'), HOSTILE],
      ],
      send: (page) => button(page, 'Create Discussion'),
      request: ['POST', /api\/discussions$/],
      waits: true,
      done: succeeded,
    }
  },
  'edit draft': async ({ page: first }) => {
    const media_ids = [await uploadFile(first.request, await aPhoto())]
    const made = await act(first, 'POST', '/api/drafts', { media_ids, note: 'Old words.' })
    expect(made.ok(), await made.text()).toBe(true)
    const edit = (page: Page) => dialog(page, 'Edit draft')
    return {
      open: async (page) => {
        await page.goto('/profile?tab=drafts')
        await choose(page, button(page, 'More options for this draft'), 'Edit draft', edit(page))
      },
      fields: (page) => [[edit(page).getByLabel('Note'), HOSTILE]],
      send: (page) => button(page, 'Save'),
      request: ['PATCH', /api\/drafts\/[\w-]+$/],
      done: (page) => expect(edit(page)).toBeHidden(),
      mayBeBlank: true,
    }
  },
  'comment in a discussion': async ({ other, member }) => {
    const title = `Wax ${member.username}`
    const made = await act(other, 'POST', '/api/discussions', {
      title,
      content: 'Which?',
      category: 'gear',
    })
    const { id } = await made.json()
    return {
      open: async (page) => void (await page.goto(`/community/${id}`)),
      fields: (page) => [[page.getByPlaceholder('Add a comment...'), HOSTILE]],
      send: (page) => button(page, 'Post'),
      request: ['POST', /discussions\/[\w-]+\/comments$/],
      waits: true,
      done: (page) =>
        expect(page.getByRole('list', { name: `Comments on ${title}` }).getByRole('listitem')).toHaveCount(1),
    }
  },
  'share content': () => {
    const form = (page: Page) => page.getByRole('form', { name: 'Share with everyone' })
    return {
      open: async (page) => void (await page.goto('/share-content')),
      fields: (page) => [
        [form(page).getByLabel('Title'), HOSTILE],
        [form(page).locator('textarea'), HOSTILE],
      ],
      send: (page) => form(page).getByRole('button', { name: 'Share', exact: true }),
      request: ['POST', /api\/content$/],
      waits: true,
      done: succeeded,
    }
  },
  report: ({ spot }) => ({
    open: async (page) =>
      choose(page, await openSpot(page, spot.id), 'Report Spot', dialog(page, 'Report Spot')),
    fields: (page) => [[dialog(page, 'Report Spot').getByLabel('Description (optional)'), HOSTILE]],
    choose: (page) => dialog(page, 'Report Spot').getByLabel('Harassment').check(),
    send: (page) => dialog(page, 'Report Spot').getByRole('button', { name: 'Submit Report' }),
    request: ['POST', /api\/reports$/],
    done: succeeded,
    mayBeBlank: true,
  }),
  block: async ({ other }) => {
    const user_id = await fetchUserId(other.request)
    const question = (page: Page) => dialog(page, `Block ${other.account.username}?`)
    return {
      open: async (page) => {
        await page.goto(`/user/${user_id}`)
        await choose(page, page.getByRole('button', { name: /^More options for/ }), 'Block', question(page))
      },
      fields: () => [],
      send: (page) => question(page).getByRole('button', { name: 'Block' }),
      request: ['PUT', /block$/],
      done: succeeded,
    }
  },
  'change password': () =>
    settingsForm(
      'account',
      'Change password',
      'Change password',
      {
        fields: (page) => [
          [page.getByLabel('New password', { exact: true }), 'a-fresh-ollie-7'],
          [page.getByLabel('Confirm new password'), 'a-fresh-ollie-7'],
        ],
        request: ['POST', /account\/password$/],
        done: succeeded,
      },
      'Save password',
    )(),
  'change email': ({ member }) =>
    settingsForm(
      'account',
      'Change email',
      'Change email',
      {
        fields: (page) => [[page.getByLabel('New email'), `x${member.email}`]],
        request: ['POST', /account\/email$/],
        done: succeeded,
      },
      'Send link',
    )(),
  'access token': () =>
    settingsForm(
      'tokens',
      'New access token',
      'New access token',
      {
        fields: (page) => [
          [page.getByRole('form', { name: 'New access token' }).getByLabel('Name'), HOSTILE_NAME],
        ],
        choose: (page) => page.getByLabel('Posts: read').check(),
        request: ['POST', /account\/tokens$/],
        done: (page) => expect(page.getByLabel(/^Access token /)).toHaveValue(/^nol_/),
      },
      'Create token',
    )(),
  'delete account': () =>
    settingsForm(
      'leave',
      'Delete account',
      'Delete account...',
      {
        fields: () => [],
        choose: (page) => page.getByRole('radio', { name: 'Keep my posts' }).check(),
        request: ['POST', /account\/leaving$/],
        done: (page) => expect(page.getByText(/^Your account will be deleted on/)).toBeVisible(),
      },
      'Delete account',
    )(),
}
