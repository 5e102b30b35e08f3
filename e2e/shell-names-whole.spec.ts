import type { Locator, Page } from '@playwright/test'
import { act } from './support/comments.ts'
import { editProfile } from './support/people.ts'
import { aPhoto, shareSpot, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'

/** Names whose marks extend farther above and below than the display font's letters. */
const NAMES = ['Jggy Bank Ågy', 'Ẩn ữ Ể Sân trượt', 'حديقة جميلة ج']

/** Margin around the element where clipped parts would appear (px). */
const AROUND_PX = 40

/** Shows only the measured element, with or without clipping. */
function draw(page: Page, isCut: boolean) {
  return page.evaluate((isCut) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { visibility: hidden !important; animation: none !important; transition: none !important; }
      [data-measured], [data-measured] * { visibility: visible !important; color: #000 !important; text-shadow: none !important; }
      ${isCut ? '' : '[data-measured], :has(> [data-measured]) { overflow: visible !important; }'}`)
    document.adoptedStyleSheets = [sheet]
  }, isCut)
}

async function expectWhole(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  await element.evaluate((node) => node.setAttribute('data-measured', ''))
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not shown.')
  const x = Math.max(0, box.x - AROUND_PX)
  const y = Math.max(0, box.y - AROUND_PX)
  const clip = { x, y, width: box.width + 2 * AROUND_PX, height: box.height + 2 * AROUND_PX }
  await draw(page, true)
  const shown = await page.screenshot({ clip })
  await draw(page, false)
  const whole = await page.screenshot({ clip })
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  await element.evaluate((node) => node.removeAttribute('data-measured'))
  expect(shown.equals(whole), await element.textContent().then(String)).toBe(true)
}

for (const name of NAMES)
  test(`no part of a name is clipped where it is shown large: ${name}`, async ({ page, member: _ }) => {
    await editProfile(page.request, { full_name: name })
    const media_ids = [await uploadFile(page.request, await aPhoto())]
    const spot = await shareSpot(page.request, { name, media_ids })
    await page.goto(`/spots/${spot.id}`)
    const title = page.getByRole('heading', { level: 1, name })
    await expect(title).toBeVisible()
    await expectWhole(page, title)
    // Fallback fonts have the same weight as the display font.
    await expect(title).toHaveCSS('font-weight', '700')
    await page.goto('/profile')
    const person = page.getByRole('heading', { level: 1, name })
    await expectWhole(page, person.first())
    await page.goto('/dashboard')
    const plate = page.locator('.post-card_plate b').filter({ hasText: name }).first()
    await expect(plate).toBeVisible()
    await expectWhole(page, plate)
    await page.goto(`/spots?spot=${spot.id}`)
    const card = page.locator('.spot-cards_selectedName > a').filter({ hasText: name })
    await expect(card).toBeVisible()
    await expectWhole(page, card)
  })

test('no part of the tallest letters is clipped in a title of a discussion', async ({ page, member: _ }) => {
  const title = 'Ǻ Ḝ Ẫỵ'
  const made = await act(page, 'POST', '/api/discussions', { category: 'general', title, content: 'Where?' })
  expect(made.ok(), await made.text()).toBe(true)
  await page.goto('/community')
  const heading = page.getByRole('heading', { level: 2, name: title }).first()
  await expect(heading).toBeVisible()
  await expectWhole(page, heading)
})

/** Returns where a character of an element's text is drawn (px from the left). */
function measureLeft(element: Locator, character: string): Promise<number> {
  return element.evaluate((node, character) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const at = (texts.currentNode as Text).data.indexOf(character)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, at)
      range.setEnd(texts.currentNode, at + character.length)
      return range.getBoundingClientRect().left
    }
    throw new Error(`${character} is not in the text.`)
  }, character)
}

test('a name that is read from right to left stays together in a sentence', async ({ page, member: _ }) => {
  await editProfile(page.request, { full_name: 'ساحة 12!' })
  const discussion = { category: 'general', title: 'Wax', content: 'Which?' }
  const made = await act(page, 'POST', '/api/discussions', discussion)
  const { id } = await made.json()
  await page.goto(`/community/${id}`)
  const byline = page.getByRole('main').getByRole('link', { name: /^by .*ساحة/ })
  await expect(byline).toBeVisible()
  // The end of the name is on its left.
  expect(await measureLeft(byline, '!')).toBeLessThan(await measureLeft(byline, '12'))
  expect(await measureLeft(byline, '12')).toBeLessThan(await measureLeft(byline, 'س'))
  expect(await measureLeft(byline, 'س')).toBeLessThan(await measureLeft(byline, '•'))
  // The build isolates names in messages.
  const media_ids = [await uploadFile(page.request, await aPhoto())]
  const spot = await shareSpot(page.request, { name: 'ساحة 12!', media_ids })
  await page.goto(`/spots/${spot.id}`)
  await expect(page.locator('img[alt="Cover photo of \u2068ساحة 12!\u2069"]').first()).toBeAttached()
})
