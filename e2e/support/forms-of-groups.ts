import { choose } from './menu.ts'
import { expect, type Page } from '@playwright/test'
import { type Form, HOSTILE, HOSTILE_NAME, succeeded } from './forms.ts'
import type { Scene } from './forms-of-members.ts'
import { aRecord, changeSpot, importedSpot, runImport } from './imports.ts'
import { aPoint } from './share.ts'
import { makeArea } from './stewards.ts'

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function dialog(page: Page, name: string | RegExp) {
  return page.getByRole('dialog', { name })
}

async function fetchPoint({ page, spot }: Scene): Promise<{ latitude: number; longitude: number }> {
  return (await page.request.get(`/api/spots/${spot.id}/card`)).json()
}

async function createArea(scene: Scene): Promise<string> {
  const { username } = scene.member
  return makeArea(scene.page, {
    name: `Area ${username}`,
    around: await fetchPoint(scene),
    steward: username,
  })
}

// Clicks the opener only if the form isn't open.
async function opened(page: Page, form: string | RegExp, opener = String(form)) {
  await expect(dialog(page, form).or(button(page, opener)).first()).toBeVisible()
  if (!(await dialog(page, form).isVisible())) await button(page, opener).click()
  await expect(dialog(page, form)).toBeVisible()
}

/** Forms for members about lists, crews, and how a spot skates. */
export const FORMS_OF_GROUPS: Record<string, (scene: Scene) => Form | Promise<Form>> = {
  'new list': () => ({
    open: async (page) => {
      await page.goto('/saved?tab=lists')
      await opened(page, 'New list')
    },
    fields: (page) => [
      [dialog(page, 'New list').getByLabel('Name'), HOSTILE_NAME],
      [dialog(page, 'New list').getByLabel('Description'), HOSTILE],
    ],
    send: (page) => dialog(page, 'New list').getByRole('button', { name: 'Create list' }),
    request: ['POST', /api\/lists$/],
    done: (page) => expect(dialog(page, 'New list')).toBeHidden(),
  }),
  'new crew': () => ({
    open: async (page) => {
      await page.goto('/crews')
      await opened(page, 'New crew')
    },
    fields: (page) => [[dialog(page, 'New crew').getByLabel('Crew name'), HOSTILE_NAME]],
    send: (page) => dialog(page, 'New crew').getByRole('button', { name: 'Create crew' }),
    request: ['POST', /api\/crews$/],
    done: (page) => expect(page).toHaveURL(/\/crews\/[0-9a-f-]{36}$/),
  }),
  facts: ({ spot }) => {
    const form = (page: Page) => dialog(page, 'How it skates')
    return {
      open: async (page) => {
        await page.goto(`/spots/${spot.id}`)
        // The section loads when it scrolls into view.
        await expect(async () => {
          await page.mouse.wheel(0, 250)
          await expect(form(page).or(button(page, 'Edit details')).first()).toBeVisible({ timeout: 1_000 })
        }).toPass()
        await opened(page, 'How it skates', 'Edit details')
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
      waits: true,
      done: succeeded,
    }
  },
  check: async (scene) => {
    const position = { ...(await fetchPoint(scene)), accuracy: 8 }
    const name = /^How’s /
    return {
      open: async (page) => {
        await page.context().grantPermissions(['geolocation'])
        await page.context().setGeolocation(position)
        await page.goto(`/spots/${scene.spot.id}`)
        await expect(dialog(page, name).or(button(page, 'Update')).first()).toBeVisible()
        if (await dialog(page, name).isVisible()) return
        await choose(page, button(page, 'Update'), 'Something changed', dialog(page, name))
      },
      fields: () => [],
      choose: (page) => dialog(page, name).getByLabel('Skate-stopped').check(),
      send: (page) => dialog(page, name).getByRole('button', { name: 'Send' }),
      request: ['POST', /\/checks$/],
      done: succeeded,
      waits: true,
      isSecret: true,
    }
  },
}

/** Forms for admins about areas and imports, and forms for stewards; `page` belongs to a person who is both. */
export const FORMS_OF_STEWARDS: Record<string, (scene: Scene) => Form | Promise<Form>> = {
  'draw an area': ({ member }) => {
    const form = (page: Page) => dialog(page, 'New area')
    return {
      open: async (page) => {
        await page.goto('/admin?list=areas')
        await opened(page, 'New area')
      },
      fields: (page) => [
        [form(page).getByLabel('Area name'), `<b>${member.username}</b>`],
        [form(page).getByLabel('Corner coordinates'), '-35.6, -140.6\n-35.6, -140.4\n-35.4, -140.4'],
      ],
      send: (page) => form(page).getByRole('button', { name: 'Save', exact: true }),
      request: ['POST', /moderation\/areas$/],
      done: succeeded,
    }
  },
  settle: async (scene) => {
    await createArea(scene)
    const form = (page: Page) => dialog(page, 'Lock status')
    return {
      open: async (page) => {
        await page.goto(`/spots/${scene.spot.id}`)
        await opened(page, 'Lock status')
      },
      fields: (page) => [[form(page).getByRole('textbox', { name: 'Reason' }), HOSTILE]],
      choose: async (page) =>
        void (await form(page).getByLabel('Status').selectOption({ label: 'Skate-stopped' })),
      send: (page) => form(page).getByRole('button', { name: 'Lock', exact: true }),
      request: ['PUT', /settlement$/],
      done: succeeded,
    }
  },
  'pin to an area': async (scene) => {
    const area = await createArea(scene)
    const form = (page: Page) => dialog(page, 'Post a notice')
    return {
      open: async (page) => {
        await page.goto(`/areas/${area}`)
        await opened(page, 'Post a notice')
      },
      fields: (page) => [[form(page).getByLabel('Text'), HOSTILE]],
      send: (page) => form(page).getByRole('button', { name: 'Post' }),
      request: ['POST', /stewards\/bulletins$/],
      done: succeeded,
    }
  },
  pin: async (scene) => {
    await createArea(scene)
    const form = (page: Page) => dialog(page, 'Post a notice')
    return {
      open: async (page) => {
        await page.goto(`/spots/${scene.spot.id}`)
        await opened(page, 'Post a notice')
      },
      fields: (page) => [[form(page).getByLabel('Text'), HOSTILE]],
      send: (page) => form(page).getByRole('button', { name: 'Post' }),
      request: ['POST', /stewards\/bulletins$/],
      done: succeeded,
    }
  },
  'import conflict': async ({ page: first, member }) => {
    const source = `Town of ${member.username}`
    const at = aPoint()
    await runImport(source, [aRecord(0, 'Old ramp', {}, at)])
    const name = `Ramp of ${member.username}`
    await changeSpot(first.request, await importedSpot(source, 'Old ramp'), { name })
    await runImport(source, [aRecord(0, 'Ramp at the river', {}, at)])
    return {
      open: async (page) => void (await page.goto('/admin?list=imports')),
      fields: () => [],
      send: (page) => page.getByRole('article', { name }).getByRole('button', { name: 'Keep ours' }),
      request: ['PUT', /imports\/conflicts\/[\w-]+$/],
      done: succeeded,
    }
  },
}
