/** Creates draft options for forms with only text fields. Ignores stored values with unknown fields or other types. */
export function textDraft<T extends Record<string, string>>(blank: T) {
  return {
    blank,
    isBlank: (draft: T): boolean => Object.keys(blank).every((field) => draft[field] === blank[field]),
    readDraft: (stored: unknown): T => {
      const found = (stored ?? {}) as Record<string, unknown>
      const values: Record<string, string> = { ...blank }
      for (const field of Object.keys(blank)) {
        const text = found[field]
        if (typeof text === 'string') values[field] = text
      }
      return values as T
    },
  }
}
