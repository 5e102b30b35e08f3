/** Query keys for the service that translates user content. */
export const translationKeys = {
  service: ['translations', 'service'] as const,
  browser: (from: string | null) => ['translations', 'browser', from] as const,
}
