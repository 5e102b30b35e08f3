import { expect as atOnce, type Page } from '@playwright/test'
import { type Form, HOSTILE, HOSTILE_NAME, succeeded } from './forms.ts'
import type { Scene } from './forms-of-members.ts'

const expect = atOnce.configure({ timeout: 60_000 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

// Clicks the opener only if the form is not open.
const opened = async (page: Page, form: string, opener = form) => {
  await expect(dialog(page, form).or(button(page, opener)).first()).toBeVisible()
  if (!(await dialog(page, form).isVisible())) await button(page, opener).click()
  await expect(dialog(page, form)).toBeVisible()
}

/** Forms of members about lists, crews, and how spots skate. */
export const FORMS_OF_GROUPS: Record<string, (scene: Scene) => Form | Promise<Form>> = {
  'new list': () => ({
    open: async (page) => {
      await page.goto('/profile?tab=lists')
      await opened(page, 'New list')
    },
    fields: (page) => [
      [dialog(page, 'New list').getByLabel('Name'), HOSTILE_NAME],
      [dialog(page, 'New list').getByLabel('Description'), HOSTILE],
    ],
    send: (page) => dialog(page, 'New list').getByRole('button', { name: 'Make list' }),
    request: ['POST', /api\/lists$/],
    done: (page) => expect(dialog(page, 'New list')).toBeHidden(),
  }),
  'new crew': () => ({
    open: async (page) => {
      await page.goto('/crews')
      await opened(page, 'New crew')
    },
    fields: (page) => [[dialog(page, 'New crew').getByLabel('Name of the crew'), HOSTILE_NAME]],
    send: (page) => dialog(page, 'New crew').getByRole('button', { name: 'Start crew' }),
    request: ['POST', /api\/crews$/],
    done: (page) => expect(page).toHaveURL(/\/crews\/[0-9a-f-]{36}$/),
  }),
  facts: ({ spot }) => {
    const form = (page: Page) => dialog(page, 'How it skates')
    return {
      open: async (page) => {
        await page.goto(`/spots/${spot.id}`)
        // The section is loaded when its place comes into view.
        await expect(async () => {
          await page.mouse.wheel(0, 250)
          await atOnce(form(page).or(button(page, 'Say more')).first()).toBeVisible({ timeout: 1_000 })
        }).toPass()
        await opened(page, 'How it skates', 'Say more')
      },
      fields: () => [],
      choose: async (page) => {
        const smooth = form(page)
          .getByRole('group', { name: 'Ground' })
          .getByRole('button', { name: 'Smooth', exact: true })
        if ((await smooth.getAttribute('aria-pressed')) !== 'true') await smooth.click()
      },
      send: (page) => button(page, 'Suggest'),
      request: ['POST', /\/facts$/],
      done: succeeded,
    }
  },
}

/** Forms of admins about areas; `page` is an admin's. */
export const FORMS_OF_STEWARDS: Record<string, (scene: Scene) => Form | Promise<Form>> = {
  'draw an area': ({ member }) => {
    const form = (page: Page) => dialog(page, 'New area')
    return {
      open: async (page) => {
        await page.goto('/admin?list=areas')
        await opened(page, 'New area')
      },
      fields: (page) => [
        [form(page).getByLabel('Name of the area'), `<b>${member.username}</b>`],
        [form(page).getByLabel('Corners as coordinates'), '-35.6, -140.6\n-35.6, -140.4\n-35.4, -140.4'],
      ],
      send: (page) => form(page).getByRole('button', { name: 'Save', exact: true }),
      request: ['POST', /moderation\/areas$/],
      done: succeeded,
    }
  },
}
