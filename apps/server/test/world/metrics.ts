import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** The token for reading metrics in tests. */
export const METRICS_TOKEN = 'token of the collector'.replaceAll(' ', '-')

/** A sample: its metric's name, its labels, and its value. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

/** Parses OpenMetrics text strictly. A line that is neither a sample nor known metadata fails the test. */
export function samplesIn(text: string): Sample[] {
  expect(text.endsWith('\n# EOF\n')).toBe(true)
  return text
    .slice(0, -'# EOF\n'.length)
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) \w+ \S/.test(line))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      expect(name, line).not.toBe('')
      return {
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]),
        ),
        value: value === 'Nan' ? Number.NaN : Number(value.replace('+Inf', 'Infinity')),
      }
    })
}

/** Fetches the metrics from a server with {@link METRICS_TOKEN}. */
export async function scrape({ app }: Pick<TestApp, 'app'>): Promise<Sample[]> {
  const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(answer.statusCode, answer.body).toBe(200)
  return samplesIn(answer.body)
}

/** Returns the sum of a metric's samples with these labels, or 0 if there are none. */
export function computeSum(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number {
  return samples
    .filter(
      (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
}
