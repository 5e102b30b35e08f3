/** Who translates what people wrote. */
export const translationKeys = {
  service: ['translations', 'service'] as const,
  browser: (from: string | null) => ['translations', 'browser', from] as const,
}
