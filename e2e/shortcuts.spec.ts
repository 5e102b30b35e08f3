import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { addPost } from './support/posts.ts'
import { awaitLateCode } from './support/late-code.ts'
import { openSection } from './support/settings.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const DESKTOP = { tag: '@wide' }

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Keyboard shortcuts' })
}

/** Presses a key that a shortcut must ignore, and waits long enough for its effect. */
async function pressInVain(page: Page, key: string) {
  await page.keyboard.press(key)
  await page.waitForTimeout(500)
}

test(
  '/ focuses the search of the map and of Discover, and opens Discover from other screens',
  DESKTOP,
  async ({ page, member: _ }) => {
    await page.goto('/spots')
    await awaitLateCode(page)
    const onMap = page.getByRole('combobox', { name: 'Search spots' })
    await expect(onMap).toBeVisible()
    await page.keyboard.press('/')
    await expect(onMap).toBeFocused()
    await expect(onMap).toHaveValue('')
    await page.keyboard.type('j/k?')
    await expect(onMap).toHaveValue('j/k?')
    await expect(dialog(page)).toHaveCount(0)

    await page.goto('/saved')
    await awaitLateCode(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const modifier of ['Control', 'Alt', 'Meta']) await pressInVain(page, `${modifier}+/`)
    await expect(page).toHaveURL('/saved')
    await page.keyboard.press('/')
    await expect(page).toHaveURL('/feed')
    const onDiscover = page.getByRole('main').locator('xpath=..').getByRole('combobox')
    await expect(onDiscover).toBeFocused()
  },
)

test(
  'j and k move between the posts of the feed and the spots of the list, and Enter opens a spot',
  DESKTOP,
  async ({ page, member: _ }) => {
    const spot = await shareSpot(page.request, { name: `Ledge${randomUUID().slice(0, 8)}` })
    for (let n = 0; n < 3; n++) await addPost(page.request, spot.id, { title: `Line ${n}` })
    await page.goto('/dashboard')
    await awaitLateCode(page)
    const posts = page.getByRole('feed').getByRole('article')
    await expect(posts.nth(1)).toBeVisible()
    const expectAt = async (post: Locator) => {
      await expect(post).toBeFocused()
      await expect(post).toBeInViewport()
    }
    await page.keyboard.press('j')
    await expectAt(posts.nth(0))
    await page.keyboard.press('j')
    await expectAt(posts.nth(1))
    await page.keyboard.press('j')
    await expectAt(posts.nth(2))
    await page.keyboard.press('k')
    await expectAt(posts.nth(1))

    await page.goto(`/spots?q=${spot.name}`)
    await awaitLateCode(page)
    const listed = page
      .getByRole('region', { name: 'Spots in view' })
      .getByRole('button', { name: spot.name })
    await expect(listed).toBeVisible()
    await page.keyboard.press('j')
    await expect(listed).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Selected spot' })).toBeVisible()
  },
)

test(
  '? lists the shortcuts; they can be turned off there and on again in Settings',
  DESKTOP,
  async ({ page, member: _ }) => {
    await page.goto('/spots')
    await awaitLateCode(page)
    const search = page.getByRole('combobox', { name: 'Search spots' })
    await expect(search).toBeVisible()
    await page.keyboard.press('?')
    await expect(dialog(page)).toContainText('Next post or spot')
    await expectAccessible(page)
    await pressInVain(page, '/')
    expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await dialog(page).getByRole('checkbox', { name: 'Use keyboard shortcuts' }).click()
    await expect(dialog(page)).toContainText('You can turn them back on in Settings.')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.reload()
    await awaitLateCode(page)
    await expect(search).toBeVisible()
    await pressInVain(page, '?')
    await pressInVain(page, '/')
    await expect(dialog(page)).toHaveCount(0)
    await expect(search).not.toBeFocused()

    const section = await openSection(page, 'shortcuts')
    await awaitLateCode(page)
    await expectAccessible(page)
    await section.getByRole('switch', { name: 'Use keyboard shortcuts' }).click()
    await section.getByRole('heading').click()
    await page.keyboard.press('?')
    await expect(dialog(page)).toBeVisible()
  },
)
