import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ENOUGH_REPORTS } from '@nollie/contract/busts/bust-values'
import { bustsQuery } from './bust-requests.ts'
import { BustSection } from './bust-section.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-21T03:00:00Z') }))
afterEach(() => void vi.useRealTimers())

function renderSection(time_zone: string): string {
  const client = new QueryClient()
  const clock = {
    time_zone,
    reports: ENOUGH_REPORTS,
    is_holiday: false,
    windows: [],
    chances: Array<number>(168).fill(20),
    certainties: Array<number>(168).fill(90),
  }
  client.setQueryData(bustsQuery('s1').queryKey, clock as never)
  const section = createElement(BustSection, { spotId: 's1', spotName: 'Ledge' })
  return renderToString(createElement(QueryClientProvider, { client }, section))
}

function readHour(html: string) {
  return Number(/<input type="range"[^>]* value="(\d+)"/.exec(html)?.[1])
}

test('the slider starts at the current hour in the time zone of the spot', () => {
  const sunday = 6 * 24
  expect(readHour(renderSection('Asia/Tokyo'))).toBe(sunday + 12)
  expect(readHour(renderSection('Europe/Paris'))).toBe(sunday + 5)
})

test("a time zone that the browser doesn't know doesn't break the section", () => {
  expect(readHour(renderSection('Mars/Olympus'))).toBeGreaterThanOrEqual(0)
})
