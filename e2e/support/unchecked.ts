import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { aRecord, runImport } from './imports.ts'
import { watchShifts } from './shifts.ts'

/** Imports parks at 0.3, 0.6, ... km from a point, and returns their source. */
export async function importParks(point: { latitude: number; longitude: number }, names: readonly string[]) {
  const source = `parks ${randomUUID()}`
  await runImport(
    source,
    names.map((name, n) =>
      aRecord(n, name, {}, { ...point, latitude: point.latitude + ((n + 1) * 0.3) / 111.2 }),
    ),
  )
  return source
}

/** Allows the location, and makes it a day on which the question is due. */
export async function arrive(
  context: BrowserContext,
  page: Page,
  point: { latitude: number; longitude: number },
) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...point, accuracy: 8 })
  await page.addInitScript(() => {
    if (!localStorage.getItem('nollie.unchecked'))
      localStorage.setItem('nollie.unchecked', JSON.stringify({ next: 1, asked: [] }))
  })
  await watchShifts(page)
}

/** Makes the next question due, without forgetting the spots of earlier ones. */
export function waitAWeek(page: Page) {
  return page.evaluate(() => {
    const memory = JSON.parse(localStorage.getItem('nollie.unchecked') ?? '{}')
    localStorage.setItem('nollie.unchecked', JSON.stringify({ ...memory, next: 1 }))
    return memory.asked.length
  })
}
